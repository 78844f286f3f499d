import { expect, test } from "vitest";
import { readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";
import { type WrittenEvent, writeEvent } from "#lib/calendar/icalendar-writer.ts";

const EVENT: WrittenEvent = {
  uid: "abc@example.com",
  sequence: 3,
  stamp: Date.UTC(2031, 0, 2, 3, 4, 5),
  start: Date.UTC(2031, 2, 28, 9),
  end: Date.UTC(2031, 2, 28, 9, 30),
  timeZone: "Europe/Berlin",
  summary: "Meeting",
};

/** The unfolded lines of an event. */
const linesOf = (event: Partial<WrittenEvent>): string[] =>
  writeEvent({ ...EVENT, ...event })
    .replaceAll("\r\n ", "")
    .split("\r\n");

test("an event for a calendar", () => {
  expect(
    linesOf({ timeZone: "UTC", description: "a\nb", location: "Room 1, left", url: "https://a.example/;" }),
  ).toEqual([
    ...["BEGIN:VCALENDAR", "PRODID:-//Almanac//Almanac//EN", "VERSION:2.0", "CALSCALE:GREGORIAN"],
    ...["BEGIN:VEVENT", "UID:abc@example.com", "SEQUENCE:3", "DTSTAMP:20310102T030405Z"],
    ...["DTSTART:20310328T090000Z", "DTEND:20310328T093000Z", "SUMMARY:Meeting"],
    ...["DESCRIPTION:a\\nb", "LOCATION:Room 1\\, left", "STATUS:CONFIRMED", "TRANSP:OPAQUE"],
    ...["URL:https://a.example/;", "END:VEVENT", "END:VCALENDAR", ""],
  ]);
});

test("an invitation", () => {
  const lines = linesOf({
    method: "CANCEL",
    isCancelled: true,
    organizer: { name: 'Fay "F" Host', email: "bookings@example.com" },
    attendees: [{ name: "Ann\r\nX:1", email: "ann@example.com" }],
  });
  const attendee = "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE";
  expect(lines).toEqual(
    expect.arrayContaining([
      "METHOD:CANCEL",
      "STATUS:CANCELLED",
      "ORGANIZER;CN=\"Fay 'F' Host\":mailto:bookings@example.com",
      `${attendee};CN="AnnX:1":mailto:ann@example.com`,
    ]),
  );
});

test("times have the zone's clock, and the clock changes of 400 days around", () => {
  const lines = linesOf({});
  expect(lines).toContain("DTSTART;TZID=Europe/Berlin:20310328T100000");
  expect(lines.slice(lines.indexOf("BEGIN:VTIMEZONE"), lines.indexOf("END:VTIMEZONE") + 1)).toEqual([
    ...["BEGIN:VTIMEZONE", "TZID:Europe/Berlin"],
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20300221T100000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
    ],
    ...[
      "BEGIN:DAYLIGHT",
      "DTSTART:20300331T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "END:DAYLIGHT",
    ],
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20301027T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
    ],
    ...[
      "BEGIN:DAYLIGHT",
      "DTSTART:20310330T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "END:DAYLIGHT",
    ],
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20311026T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
    ],
    ...[
      "BEGIN:DAYLIGHT",
      "DTSTART:20320328T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "END:DAYLIGHT",
    ],
    "END:VTIMEZONE",
  ]);
});

test.each([
  ["the first of two", Date.UTC(2031, 9, 26, 0, 30), Date.UTC(2031, 9, 26, 4)],
  ["the second of two", Date.UTC(2031, 9, 26, 1, 30), Date.UTC(2031, 9, 26, 4)],
  ["one whose end occurs twice", Date.UTC(2031, 9, 25, 23, 30), Date.UTC(2031, 9, 26, 0, 30)],
])("a time that occurs twice is in UTC: %s", (_, start, end) => {
  const text = writeEvent({ ...EVENT, start, end });
  expect(text).not.toContain("TZID");
  expect(text).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
});

test.each([
  ["just before", Date.UTC(2031, 9, 25, 23), Date.UTC(2031, 9, 25, 23, 59)],
  ["just after", Date.UTC(2031, 9, 26, 2), Date.UTC(2031, 9, 26, 3)],
  ["over the gap", Date.UTC(2031, 2, 30, 0, 30), Date.UTC(2031, 2, 30, 1, 30)],
])("a time %s a clock change is in the zone", (_, start, end) => {
  expect(writeEvent({ ...EVENT, start, end })).toContain("DTSTART;TZID=Europe/Berlin:");
});

test("lines have at most 75 bytes, whole characters and no text of the user's as a line", () => {
  const summary = `${"☕😀é,;\\".repeat(40)}\r\nBEGIN:VALARM\u202E\u0000\u2028`;
  const text = writeEvent({ ...EVENT, summary });
  for (const line of text.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain("\uFFFD");
    expect(line).not.toBe("BEGIN:VALARM");
  }
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded).toContain(`SUMMARY:${"☕😀é\\,\\;\\\\".repeat(40)}\\nBEGIN:VALARM\r\n`);
});

test("the reader finds the written minutes, by the name of the zone and by its VTIMEZONE alone", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const starts = [0, 89, 211, 302].map((day) => Date.UTC(2031, 0, 1, 9, 30) + day * 86_400_000);
  for (const [index, timeZone] of zones.entries()) {
    const start = starts[index % starts.length] ?? 0;
    const text = writeEvent({ ...EVENT, timeZone, start, end: start + 3_600_000 });
    const options = { from: start - 1e9, to: start + 1e9, tentative: "busy" as const, ownAddresses: [] };
    const expected = [{ from: start / 60_000, to: start / 60_000 + 60 }];
    for (const each of [text, text.replaceAll(timeZone, `X ${index} X`)])
      expect(
        readBusyTimes(each, { ...options, timeZone: "UTC", isOwnUid: () => false }).busy,
        timeZone,
      ).toEqual(expected);
  }
});
