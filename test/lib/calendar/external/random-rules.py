"""Reads lines of JSON with a rule, its start and the end of a window (ISO, local); prints the occurrences of each as a line of JSON."""

import json
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

for line in sys.stdin:
    case = json.loads(line)
    start, end = datetime.fromisoformat(case["start"]), datetime.fromisoformat(case["end"])
    times = rrulestr(case["rule"], dtstart=start).between(start, end, inc=True)
    print(json.dumps([time.strftime("%Y-%m-%dT%H:%M") for time in times]))
