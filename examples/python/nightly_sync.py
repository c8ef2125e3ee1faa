"""Copies all recordings and events to a SQLite file. Each run continues where the last one ended.

python3 nightly_sync.py copy.db

A page and its cursor are written in one transaction, so a failed run can simply be repeated.
"""

import json
import sqlite3
import sys

from api import request

TABLES = """
CREATE TABLE IF NOT EXISTS recordings (id TEXT PRIMARY KEY, name TEXT, processed_at TEXT, body TEXT);
CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, recording_id TEXT, event TEXT, payload TEXT);
CREATE TABLE IF NOT EXISTS cursors (list TEXT PRIMARY KEY, cursor TEXT);
"""


def pages(copy, name, path, query):
    """Yields the pages after the stored cursor. The caller's writes commit with the page's cursor."""
    has_more = True
    while has_more:
        row = copy.execute("SELECT cursor FROM cursors WHERE list = ?", [name]).fetchone()
        page = request(path, {**query, "startAfter": row and row[0]})
        with copy:  # a transaction
            yield page
            copy.execute("REPLACE INTO cursors VALUES (?, ?)", [name, page["syncCursor"]])
        has_more = page["hasMore"]


def store_recording(copy, recording):
    body = json.dumps(recording, ensure_ascii=False)
    row = [recording["id"], recording["name"], recording["processedAt"], body]
    copy.execute("REPLACE INTO recordings VALUES (?, ?, ?, ?)", row)
    print("recording", recording["id"])


def delete_recording(copy, recording_id):
    copy.execute("DELETE FROM recordings WHERE id = ?", [recording_id])
    copy.execute("UPDATE events SET payload = NULL WHERE recording_id = ?", [recording_id])
    print("deleted", recording_id)


def store_event(copy, event):
    row = [event["id"], event["recordingId"], event["event"], event["payload"]]
    is_new = copy.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)", row).rowcount == 1
    # The event of an erased recording has no payload.
    if is_new and event["payload"] is not None:
        print("event", event["id"], event["event"])  # handle the event here, as your webhook receiver does


if len(sys.argv) != 2:
    sys.exit(__doc__)
copy = sqlite3.connect(sys.argv[1])
copy.executescript(TABLES)

query = {"updatedSince": "2000-01-01", "include": "details,transcript"}
for page in pages(copy, "recordings", "/v1/recordings", query):
    for recording in page["recordings"]:
        store_recording(copy, recording)
    for deleted in page["deleted"]:
        delete_recording(copy, deleted["id"])

for page in pages(copy, "events", "/v1/events", {}):
    for event in page["events"]:
        store_event(copy, event)
