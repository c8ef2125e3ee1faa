# Shared by the other scripts: settings and requests. Needs bash, curl and jq.
: "${DEBRIEF_URL:?is not set; use the server URL, such as http://127.0.0.1:8480}" "${DEBRIEF_API_KEY:?is not set}"

# request PATH [curl options]: prints the answer. An error prints a line to stderr and ends the script with 1.
request() {
  local answer status
  # The key is in a file, because all users of the machine can see the arguments of a command.
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
