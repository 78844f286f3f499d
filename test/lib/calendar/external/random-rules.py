"""Reads lines of JSON with a rule, its start and the end of a window (ISO, local); prints the occurrences of each as a line of JSON."""

import datetime as datetime_module
import json
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

# Otherwise a rule without occurrences takes minutes: the package looks for them until this year.
datetime_module.MAXYEAR = 2033


def occurrences(rule, start, end):
    try:
        return rrulestr(rule, dtstart=start).between(start, end, inc=True)
    except ValueError as error:
        if "empty rule" not in str(error).lower():
            raise
        return []


for line in sys.stdin:
    case = json.loads(line)
    start, end = datetime.fromisoformat(case["start"]), datetime.fromisoformat(case["end"])
    times = occurrences(case["rule"], start, end)
    print(json.dumps([time.strftime("%Y-%m-%dT%H:%M") for time in times]))
