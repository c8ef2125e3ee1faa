#!/usr/bin/env bash
# Pushes the appointments of a JSON file. One that is there already is changed: run it as often as you like.
#   push-appointments.sh appointments.json
set -euo pipefail
source "$(dirname "$0")/api.sh"

jq --compact-output '.[]' "${1:?which file of appointments?}" | while IFS= read -r appointment; do
  ask /v1/scheduled-tasks --header "content-type: application/json" --data "$appointment" |
    jq --raw-output '.appointment | "\(.event_id)  \(.startTime)  \(.user_email)  \(.matchStatus)"'
done
