#!/usr/bin/env bash
# Receives events as they happen, verifies them and stores each as a file. Needs no public address: the stream sends
# the headers and the exact body of a webhook.
#   until receive-events.sh inbox; do sleep 5; done
# Needs openssl and the organization's signing secret in DEBRIEF_SIGNING_SECRET (whsec_…). Don't run it on a shared
# machine: the secret is briefly visible in the arguments of openssl.
set -euo pipefail
source "$(dirname "$0")/api.sh"
inbox=${1:?usage: receive-events.sh FOLDER}
mkdir -p "$inbox"
secret=${DEBRIEF_SIGNING_SECRET:?is not set}
hex=$(printf %s "${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')

# is_genuine HEADERS BODY_FILE: succeeds if the secret signed the body, at most five minutes from now
is_genuine() {
  local id time signatures own now
  id=$(jq --raw-output '."webhook-id"' <<<"$1")
  time=$(jq --raw-output '."webhook-timestamp"' <<<"$1")
  signatures=$(jq --raw-output '."webhook-signature"' <<<"$1")
  now=$(date +%s)
  [[ $time =~ ^[0-9]+$ ]] && ((time > now - 300 && time < now + 300)) || return 1
  own=$({ printf '%s.%s.' "$id" "$time"; cat "$2"; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | base64)
  [[ " $signatures " == *" v1,$own "* ]]
}

# Continues after the last stored event. The first run starts with the next event.
options=(--silent --show-error --fail --no-buffer)
[ ! -s "$inbox/cursor" ] || options+=(--header "last-event-id: $(cat "$inbox/cursor")")
request /v1/webhooks >/dev/null # reports a wrong URL or key, which the stream below would not
echo "receiving from $DEBRIEF_URL" >&2
curl "${options[@]}" \
  --header @<(printf 'x-api-key: %s' "$DEBRIEF_API_KEY") "${DEBRIEF_URL%/}/v1/events/stream" |
  while IFS= read -r line; do
    case $line in
      "id: "*) cursor=${line#id: } ;;
      "data: "*)
        body=$(mktemp "$inbox/.new.XXXXXX")
        jq --join-output .body <<<"${line#data: }" >"$body"
        headers=$(jq .headers <<<"${line#data: }")
        is_genuine "$headers" "$body" || { rm "$body"; echo "invalid signature" >&2; exit 1; }
        file="$inbox/$(jq --raw-output '."webhook-id"' <<<"$headers").json"
        [ -e "$file" ] && again=" again" || again=""
        mv "$body" "$file"
        [ -z "${cursor:-}" ] || printf %s "$cursor" >"$inbox/cursor"
        echo "$(jq --raw-output .event "$file") $(basename "$file" .json)$again"
        ;;
      "") cursor="" ;;
    esac
  done
