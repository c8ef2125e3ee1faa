"""Pushes the appointments of a JSON file. One that is there already is changed: run it as often as you like.

python3 push_appointments.py appointments.json
"""

import json
import sys

from api import ask

if len(sys.argv) != 2:
    sys.exit(__doc__)
with open(sys.argv[1], encoding="utf-8") as file:
    appointments = json.load(file)

for appointment in appointments:
    pushed = ask("/v1/scheduled-tasks", body=appointment)["appointment"]
    print(pushed["event_id"], pushed["startTime"], pushed["user_email"], pushed["matchStatus"], sep="  ")
