#!/usr/bin/env bash
# Keeps a copy of all recordings, a file for each, and of the events of each beside it.
#   nightly-sync.sh copy
# copy/recordings/ID.json   the recording with its transcript, in its newest state
# copy/events/ID/           what happened to it, by the id of the event
# copy/*.cursor             where the next run goes on; written after the page is, so that a run that
#                           fails is simply run again
set -euo pipefail
source "$(dirname "$0")/api.sh"
copy=${1:?which folder is the copy?}
mkdir -p "$copy/recordings" "$copy/events"
page=$(mktemp)
trap 'rm -f "$page"' EXIT

# next_page NAME PATH [parameters]: puts the page after the cursor NAME into $page
next_page() {
  local options=(--get "${@:3}")
  [ ! -s "$copy/$1.cursor" ] || options+=(--data-urlencode "startAfter=$(cat "$copy/$1.cursor")")
  ask "$2" "${options[@]}" >"$page"
}
keep_cursor() { # NAME: what is in the page is in the copy
  jq --raw-output .syncCursor "$page" >"$copy/$1.cursor.new"
  mv "$copy/$1.cursor.new" "$copy/$1.cursor"
}
has_more() { jq --exit-status .hasMore "$page" >/dev/null; }

while :; do
  next_page recordings /v1/recordings -d updatedSince=2000-01-01 -d include=details,transcript
  jq --raw-output '.recordings[] | "\(.id) \(tojson)"' "$page" | while read -r id recording; do
    printf '%s\n' "$recording" >"$copy/recordings/$id.json"
    echo "recording $id"
  done
  jq --raw-output '.deleted[].id' "$page" | while IFS= read -r id; do
    rm -rf "$copy/recordings/$id.json" "$copy/events/${id:?}"
    echo "deleted $id"
  done
  keep_cursor recordings
  has_more || break
done

while :; do
  next_page events /v1/events
  # Of what was erased there is an event still, without a payload.
  jq --raw-output '.events[] | select(.payload != null)
    | "\(.id) \(.recordingId) \(.event) \(.payload)"' "$page" | while read -r id recording name payload; do
    file="$copy/events/$recording/$id.json"
    [ ! -e "$file" ] || continue
    mkdir -p "$copy/events/$recording"
    printf %s "$payload" >"$file" # and here do what your webhook does
    echo "event $id $name"
  done
  keep_cursor events
  has_more || break
done
