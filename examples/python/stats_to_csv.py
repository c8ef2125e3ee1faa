"""Writes statistics by user or team as CSV.

python3 stats_to_csv.py user 2026-11-01 2026-11-30 > november.csv
"""

import csv
import sys

from api import request

COLUMNS = [
    "name", "email", "totalRecordings", "recordingsClosed", "avgRecordingDuration", "avgTalkRatio",
    "avgQuestionsAsked", "avgProcessScore", "recordingsWithActions", "reviewedCount",
]


def plain(value):
    """Quotes text that a spreadsheet would run as a formula."""
    return "'" + value if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


if len(sys.argv) != 4:
    sys.exit(__doc__)
group_by, start, end = sys.argv[1:]
answer = request("/v1/stats", {"groupBy": group_by, "startDate": start, "endDate": end})

sys.stdout.reconfigure(encoding="utf-8", newline="")
table = csv.writer(sys.stdout)
table.writerow(COLUMNS)
for entry in answer["stats"]:
    table.writerow(plain(entry[column]) for column in COLUMNS)
