"""Reads lines of JSON with an iCalendar text and a window (ISO, UTC); prints the busy times in minutes since 1970, for each a line."""

import json
import sys
from datetime import datetime, timezone

import icalendar
import recurring_ical_events
import vobject


def minute(value):
    """Minutes since 1970, rounded down."""
    return int(value.astimezone(timezone.utc).timestamp() // 60)


for line in sys.stdin:
    case = json.loads(line)
    start, end = datetime.fromisoformat(case["from"]), datetime.fromisoformat(case["to"])
    vobject.readOne(case["text"]).serialize()
    calendar = icalendar.Calendar.from_ical(case["text"])
    events = recurring_ical_events.of(calendar).between(start, end)
    ranges = sorted([minute(event["DTSTART"].dt), minute(event["DTEND"].dt)] for event in events)
    print(json.dumps(ranges))
