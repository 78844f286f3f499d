import ICAL from "ical.js";
import { describe, expect, it, test } from "vitest";
import { writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { expectedOf, HOSTILE_EVENTS, ZONED_EVENTS } from "./written-calendars.ts";

describe("ical.js", () => {
  it("reads the written instants in every zone, around its clock changes", () => {
    expect(ZONED_EVENTS.length).toBeGreaterThan(2_500);
    const wrong = ZONED_EVENTS.filter((event) => {
      const { start, end } = read(writeEvent(event));
      return start !== event.start / 1_000 || end !== event.end / 1_000;
    });
    expect(wrong.map(({ timeZone, start }) => `${timeZone} ${new Date(start).toISOString()}`)).toEqual([]);
  });

  it.each(HOSTILE_EVENTS)("reads %s as text", (_, event) => {
    expect(read(writeEvent(event))).toEqual(expectedOf(event));
  });
});

test.each(HOSTILE_EVENTS)("lines with %s have at most 75 bytes", (_, event) => {
  const text = writeEvent(event);
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
  const lengths = text.split("\r\n").map((line) => Buffer.byteLength(line));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
});

/** What ical.js finds in an invitation, with the zone that the text itself describes. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent("vevent");
  const value = (name: string) => event?.getFirstPropertyValue(name) ?? null;
  const people = (name: string) =>
    event?.getAllProperties(name).map((each) => [each.getFirstParameter("cn"), each.getFirstValue()]);
  const seconds = (name: string) => {
    const time = value(name);
    return time instanceof ICAL.Time ? time.toUnixTime() : null;
  };
  return {
    ...{ uid: value("uid"), sequence: value("sequence"), method: calendar.getFirstPropertyValue("method") },
    ...{ stamp: seconds("dtstamp"), start: seconds("dtstart"), end: seconds("dtend") },
    ...{ summary: value("summary"), description: value("description"), location: value("location") },
    ...{ organizer: people("organizer")?.[0], attendees: people("attendee") },
    ...{ status: value("status"), url: value("url") },
    components: calendar
      .getAllSubcomponents()
      .map(({ name }) => name.toUpperCase())
      .sort(),
  };
}
