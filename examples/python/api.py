"""Sends requests to debrief and returns the parsed JSON. An error prints a line to stderr and ends the program."""

import http.client
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT_SECONDS = 60


def setting(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set")


def parse_message(body):
    try:
        return json.loads(body)["message"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")


def request(path, query=None, body=None):
    """Sends a GET, or a POST with a body. Omits query parameters that are None."""
    parameters = {name: value for name, value in (query or {}).items() if value is not None}
    call = urllib.request.Request(
        f"{setting('DEBRIEF_URL').rstrip('/')}{path}?{urllib.parse.urlencode(parameters)}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"x-api-key": setting("DEBRIEF_API_KEY"), "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(call, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.code} {parse_message(error.read())}")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"{path}: no answer, {error}")
