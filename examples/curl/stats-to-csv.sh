#!/usr/bin/env bash
# Writes statistics by user or team as CSV.
#   stats-to-csv.sh user 2026-11-01 2026-11-30 > november.csv
set -euo pipefail
source "$(dirname "$0")/api.sh"
[ $# -eq 3 ] || { echo "usage: $0 user|team START END" >&2; exit 1; }

stats=$(request /v1/stats --get --data-urlencode "groupBy=$1" \
  --data-urlencode "startDate=$2" --data-urlencode "endDate=$3")
jq --raw-output '
  ["name", "email", "totalRecordings", "recordingsClosed", "avgRecordingDuration", "avgTalkRatio",
   "avgQuestionsAsked", "avgProcessScore", "recordingsWithActions", "reviewedCount"] as $columns
  # A spreadsheet runs text that starts with one of these as a formula.
  | def plain: if type == "string" and test("^[=+@-]") then "\u0027" + . else . end;
  $columns, (.stats[] | [.[$columns[]] | plain]) | @csv' <<<"$stats"
