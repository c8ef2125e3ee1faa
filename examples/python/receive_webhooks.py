"""Receives webhooks and stores each event once, in a SQLite file.

Process the rows separately: debrief waits for an answer for 10 seconds only.

DEBRIEF_SIGNING_SECRET=whsec_... python3 receive_webhooks.py inbox.db [port]
"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300


def is_genuine(key, headers, body):
    """Returns whether debrief signed exactly these bytes, at most five minutes from now (Standard Webhooks)."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    own = b"v1," + base64.b64encode(digest)
    # The header has several: by the webhook's secret, the organization's and, after a rotation, the old one.
    signatures = headers.get("webhook-signature", "").encode("latin-1").split()
    return any(hmac.compare_digest(own, signature) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(KEY, self.headers, body):
            return self.answer(401)
        message_id = self.headers["webhook-id"]
        with sqlite3.connect(INBOX) as inbox:
            row = [message_id, body.decode()]
            is_new = inbox.execute("INSERT OR IGNORE INTO inbox VALUES (?, ?)", row).rowcount == 1
        # A repeat gets 200 as well: it is stored already.
        self.answer(200)
        print(json.loads(body)["event"], message_id, "" if is_new else "again", flush=True)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if len(sys.argv) < 2:
    sys.exit(__doc__)
secret = os.environ.get("DEBRIEF_SIGNING_SECRET") or sys.exit("DEBRIEF_SIGNING_SECRET is not set")
KEY = base64.b64decode(secret.removeprefix("whsec_"))
INBOX = sys.argv[1]
with sqlite3.connect(INBOX) as inbox:
    inbox.execute("CREATE TABLE IF NOT EXISTS inbox (id TEXT PRIMARY KEY, body TEXT)")
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 9000), Receiver)
print(f"receiving at http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
