"""Pushes the appointments in a JSON file. An existing appointment is updated, so you can repeat a run.

python3 push_appointments.py appointments.json
"""

import json
import sys

from api import request

if len(sys.argv) != 2:
    sys.exit(__doc__)
with open(sys.argv[1], encoding="utf-8") as file:
    appointments = json.load(file)

for appointment in appointments:
    pushed = request("/v1/scheduled-tasks", body=appointment)["appointment"]
    print(pushed["event_id"], pushed["startTime"], pushed["user_email"], pushed["matchStatus"], sep="  ")
