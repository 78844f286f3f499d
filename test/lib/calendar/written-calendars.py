"""Reads invitations, each a line of JSON; prints for each what icalendar and vobject find in it, as a line of JSON with two objects."""

import json
import sys
from datetime import timezone

import icalendar
import vobject


def seconds(value):
    return int(value.astimezone(timezone.utc).timestamp())


def plain(value):
    return None if value is None else str(value)


def by_icalendar(text):
    calendar = icalendar.Calendar.from_ical(text)
    event = calendar.walk("VEVENT")[0]
    attendees = event.get("ATTENDEE", [])
    person = lambda each: [str(each.params["CN"]), str(each)]
    return {
        "uid": str(event["UID"]),
        "sequence": event["SEQUENCE"],
        "method": str(calendar["METHOD"]),
        "stamp": seconds(event["DTSTAMP"].dt),
        "start": seconds(event["DTSTART"].dt),
        "end": seconds(event["DTEND"].dt),
        "summary": str(event["SUMMARY"]),
        "description": plain(event.get("DESCRIPTION")),
        "location": plain(event.get("LOCATION")),
        "organizer": person(event["ORGANIZER"]),
        "attendees": [person(each) for each in (attendees if isinstance(attendees, list) else [attendees])],
        "status": str(event["STATUS"]),
        "url": plain(event.get("URL")),
        "components": sorted(each.name for each in calendar.subcomponents),
        "errors": [str(error) for each in calendar.walk() for error in each.errors],
    }


def by_vobject(text):
    calendar = vobject.readOne(text)
    calendar.serialize()
    event = calendar.vevent
    value = lambda name: getattr(event, name).value if hasattr(event, name) else None
    person = lambda each: [each.params["CN"][0], each.value]
    return {
        "uid": event.uid.value,
        "sequence": int(event.sequence.value),
        "method": calendar.method.value,
        "stamp": seconds(event.dtstamp.value),
        "start": seconds(event.dtstart.value),
        "end": seconds(event.dtend.value),
        "summary": event.summary.value,
        "description": value("description"),
        "location": value("location"),
        "organizer": person(event.organizer),
        "attendees": [person(each) for each in event.attendee_list],
        "status": event.status.value,
        "url": value("url"),
        "components": sorted(each.name for each in calendar.getChildren() if hasattr(each, "contents")),
        "errors": [],
    }


for line in sys.stdin:
    text = json.loads(line)
    print(json.dumps([by_icalendar(text), by_vobject(text)]))
