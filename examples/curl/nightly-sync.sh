#!/usr/bin/env bash
# Copies all recordings and their events to files. Each run continues where the last one ended.
#   nightly-sync.sh copy
# copy/recordings/ID.json   the recording with its transcript, in its newest state
# copy/events/ID/           the recording's events, a file for each event id
# copy/*.cursor             the position for the next run; written after its page, so a failed run can
#                           simply be repeated
set -euo pipefail
source "$(dirname "$0")/api.sh"
copy=${1:?usage: nightly-sync.sh FOLDER}
mkdir -p "$copy/recordings" "$copy/events"
page=$(mktemp)
trap 'rm -f "$page"' EXIT

# fetch_page NAME PATH [parameters]: writes the page after the cursor NAME to $page
fetch_page() {
  local options=(--get "${@:3}")
  [ ! -s "$copy/$1.cursor" ] || options+=(--data-urlencode "startAfter=$(cat "$copy/$1.cursor")")
  request "$2" "${options[@]}" >"$page"
}
# store_cursor NAME: call it once the copy contains the page
store_cursor() {
  jq --raw-output .syncCursor "$page" >"$copy/$1.cursor.new"
  mv "$copy/$1.cursor.new" "$copy/$1.cursor"
}
has_more() { jq --exit-status .hasMore "$page" >/dev/null; }

while :; do
  fetch_page recordings /v1/recordings -d updatedSince=2000-01-01 -d include=details,transcript
  jq --raw-output '.recordings[] | "\(.id) \(tojson)"' "$page" | while read -r id recording; do
    printf '%s\n' "$recording" >"$copy/recordings/$id.json"
    echo "recording $id"
  done
  jq --raw-output '.deleted[].id' "$page" | while IFS= read -r id; do
    rm -rf "$copy/recordings/$id.json" "$copy/events/${id:?}"
    echo "deleted $id"
  done
  store_cursor recordings
  has_more || break
done

while :; do
  fetch_page events /v1/events
  # The event of an erased recording has no payload.
  jq --raw-output '.events[] | select(.payload != null)
    | "\(.id) \(.recordingId) \(.event) \(.payload)"' "$page" | while read -r id recording name payload; do
    file="$copy/events/$recording/$id.json"
    [ ! -e "$file" ] || continue
    mkdir -p "$copy/events/$recording"
    printf %s "$payload" >"$file" # handle the event here, as your webhook receiver does
    echo "event $id $name"
  done
  store_cursor events
  has_more || break
done
