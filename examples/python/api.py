"""Requests to debrief. An answer is what its JSON has; a refusal is told on stderr and ends the program."""

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


def message_of(body):
    try:
        return json.loads(body)["message"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")


def ask(path, query=None, body=None):
    """A GET, or a POST where there is a body. What is None in the query is left out."""
    given = {name: value for name, value in (query or {}).items() if value is not None}
    request = urllib.request.Request(
        f"{setting('DEBRIEF_URL').rstrip('/')}{path}?{urllib.parse.urlencode(given)}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"x-api-key": setting("DEBRIEF_API_KEY"), "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.code} {message_of(error.read())}")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"{path}: no answer, {error}")
