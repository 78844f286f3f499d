"""Reads lines of JSON with an iCalendar text, a window (ISO, UTC), the zone of times without one, and whether vobject must read it, too; prints the merged busy times in that window
in minutes since 1970, for each a line; null if the packages don't support something in it."""

import json
import sys
from datetime import datetime, time, timezone
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
import vobject


def instant(value, zone):
    """The instant of a date or time; those without a zone have the given one."""
    if not isinstance(value, datetime):
        value = datetime.combine(value, time())
    return value.replace(tzinfo=zone) if value.tzinfo is None else value


def minute(value):
    """Minutes since 1970, rounded down."""
    return int(value.astimezone(timezone.utc).timestamp() // 60)


def merged(ranges):
    """Merges ranges that overlap or touch."""
    result = []
    for start, end in sorted(ranges):
        if result and start <= result[-1][1]:
            result[-1][1] = max(end, result[-1][1])
        else:
            result.append([start, end])
    return result


def busy_times(case):
    """The busy times of a case; None if it has something that the packages don't support."""
    start, end = datetime.fromisoformat(case["from"]), datetime.fromisoformat(case["to"])
    if case["isWritten"]:
        vobject.readOne(case["text"]).serialize()
    calendar = icalendar.Calendar.from_ical(case["text"])
    try:
        events = recurring_ical_events.of(calendar).between(start, end)
    except (TypeError, ValueError):
        return None
    ranges = []
    for event in events:
        first, last = (minute(instant(event[name].dt, ZoneInfo(case["zone"]))) for name in ("DTSTART", "DTEND"))
        ranges.append([max(first, minute(start)), min(last, minute(end))])
    return merged([each for each in ranges if each[0] < each[1]])


for line in sys.stdin:
    print(json.dumps(busy_times(json.loads(line))))
