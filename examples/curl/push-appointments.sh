#!/usr/bin/env bash
# Pushes the appointments in a JSON file. An existing appointment is updated, so you can repeat a run.
#   push-appointments.sh appointments.json
set -euo pipefail
source "$(dirname "$0")/api.sh"

jq --compact-output '.[]' "${1:?usage: push-appointments.sh FILE}" | while IFS= read -r appointment; do
  request /v1/scheduled-tasks --header "content-type: application/json" --data "$appointment" |
    jq --raw-output '.appointment | "\(.event_id)  \(.startTime)  \(.user_email)  \(.matchStatus)"'
done
