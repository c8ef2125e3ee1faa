"""Keeps a copy of all recordings and events in a SQLite file.

python3 nightly_sync.py copy.db

A page and the cursor after it are written together: a run that fails is simply run again.
"""

import json
import sqlite3
import sys

from api import ask

TABLES = """
CREATE TABLE IF NOT EXISTS recordings (id TEXT PRIMARY KEY, name TEXT, processed_at TEXT, body TEXT);
CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, recording_id TEXT, event TEXT, payload TEXT);
CREATE TABLE IF NOT EXISTS cursors (list TEXT PRIMARY KEY, cursor TEXT);
"""


def pages(copy, name, path, query):
    """What comes after the cursor that was kept. What is written for a page is kept with its cursor."""
    has_more = True
    while has_more:
        row = copy.execute("SELECT cursor FROM cursors WHERE list = ?", [name]).fetchone()
        page = ask(path, {**query, "startAfter": row and row[0]})
        with copy:  # a transaction
            yield page
            copy.execute("REPLACE INTO cursors VALUES (?, ?)", [name, page["syncCursor"]])
        has_more = page["hasMore"]


def keep_recording(copy, recording):
    body = json.dumps(recording, ensure_ascii=False)
    row = [recording["id"], recording["name"], recording["processedAt"], body]
    copy.execute("REPLACE INTO recordings VALUES (?, ?, ?, ?)", row)
    print("recording", recording["id"])


def forget_recording(copy, recording_id):
    copy.execute("DELETE FROM recordings WHERE id = ?", [recording_id])
    copy.execute("UPDATE events SET payload = NULL WHERE recording_id = ?", [recording_id])
    print("deleted", recording_id)


def keep_event(copy, event):
    row = [event["id"], event["recordingId"], event["event"], event["payload"]]
    new = copy.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)", row).rowcount == 1
    # Of what was erased there is an event still, without a payload.
    if new and event["payload"] is not None:
        print("event", event["id"], event["event"])  # and here do what your webhook does


if len(sys.argv) != 2:
    sys.exit(__doc__)
copy = sqlite3.connect(sys.argv[1])
copy.executescript(TABLES)

every = {"updatedSince": "2000-01-01", "include": "details,transcript"}
for page in pages(copy, "recordings", "/v1/recordings", every):
    for recording in page["recordings"]:
        keep_recording(copy, recording)
    for deleted in page["deleted"]:
        forget_recording(copy, deleted["id"])

for page in pages(copy, "events", "/v1/events", {}):
    for event in page["events"]:
        keep_event(copy, event)
