#!/usr/bin/env bash
# Receives events as they happen, without a server and a public address, verifies and keeps them.
# What a stream tells has the headers and the exact body of a webhook.
#   until receive-events.sh inbox; do sleep 5; done
# Needs openssl, and DEBRIEF_SIGNING_SECRET: the organization's (whsec_…). Use it on a machine of your own:
# the secret is among the arguments of openssl for a moment.
set -euo pipefail
source "$(dirname "$0")/api.sh"
inbox=${1:?which folder is the inbox?}
mkdir -p "$inbox"
secret=${DEBRIEF_SIGNING_SECRET:?is the signing secret}
hex=$(printf %s "${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')

# verified HEADERS BODY-FILE: whether it was signed by the secret, and within five minutes
verified() {
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

# Where it goes on after a pause; without, it begins with what comes next.
options=(--silent --show-error --fail --no-buffer)
[ ! -s "$inbox/cursor" ] || options+=(--header "last-event-id: $(cat "$inbox/cursor")")
ask /v1/webhooks >/dev/null # says what is wrong with the address or the key
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
        verified "$headers" "$body" || { rm "$body"; echo "not genuine" >&2; exit 1; }
        file="$inbox/$(jq --raw-output '."webhook-id"' <<<"$headers").json"
        [ -e "$file" ] && again=" again" || again=""
        mv "$body" "$file"
        [ -z "${cursor:-}" ] || printf %s "$cursor" >"$inbox/cursor"
        echo "$(jq --raw-output .event "$file") $(basename "$file" .json)$again"
        ;;
      "") cursor="" ;;
    esac
  done
