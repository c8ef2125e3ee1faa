# What the other scripts share: settings, and a request. Needs bash, curl and jq.
: "${DEBRIEF_URL:?is where debrief is, such as http://127.0.0.1:8480}" "${DEBRIEF_API_KEY:?is the API key}"

# ask PATH [curl's options]: prints the answer. A refusal is told on stderr, and ends the script with 1.
ask() {
  local answer status
  # The key goes by a file, as the arguments of a command are seen by everybody on the machine.
  answer=$(curl --silent --show-error --max-time 60 --write-out '\n%{http_code}' \
    --header @<(printf 'x-api-key: %s' "$DEBRIEF_API_KEY") "${@:2}" "${DEBRIEF_URL%/}$1") || exit 1
  status=${answer##*$'\n'}
  answer=${answer%$'\n'*}
  if [ "$status" != 200 ]; then
    printf '%s: %s %s\n' "$1" "$status" "$(jq --raw-output .message <<<"$answer" 2>/dev/null || echo "$answer")" >&2
    exit 1
  fi
  printf '%s\n' "$answer"
}
