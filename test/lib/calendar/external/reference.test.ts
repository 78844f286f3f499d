import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";
import { writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { calendarOf, eventAt, OPTIONS } from "./calendars.ts";

const MINUTE = 60_000;

interface Case {
  text: string;
  from: string;
  to: string;
}

/** The busy ranges that Python's packages find in each text. */
function referenceOf(cases: readonly Case[]): number[][][] {
  const printed = execFileSync("/usr/bin/python3", [`${import.meta.dirname}/reference.py`], {
    input: cases.map((each) => JSON.stringify(each)).join("\n"),
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const inBerlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;
const START = [inBerlin("DTSTART", "20310304T100000"), inBerlin("DTEND", "20310304T110000")];
const override = (id: string, ...times: [start: string, end: string]) =>
  eventAt(inBerlin("RECURRENCE-ID", id), inBerlin("DTSTART", times[0]), inBerlin("DTEND", times[1]));

/** Calendars about which the reference is right; each is one row of the tables in `recurring-events.test.ts`. */
const CALENDARS: [name: string, text: string][] = [
  ["one event", calendarOf(eventAt(...START))],
  ["weekly over a clock change", calendarOf(eventAt(...START, "RRULE:FREQ=WEEKLY"))],
  ["days of the week", calendarOf(eventAt(...START, "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;INTERVAL=2"))],
  [
    "the last Tuesday",
    calendarOf(
      eventAt(
        inBerlin("DTSTART", "20310225T100000"),
        inBerlin("DTEND", "20310225T110000"),
        "RRULE:FREQ=MONTHLY;BYDAY=-1TU",
      ),
    ),
  ],
  ["a count", calendarOf(eventAt(...START, "RRULE:FREQ=DAILY;COUNT=40"))],
  ["an end", calendarOf(eventAt(...START, "RRULE:FREQ=DAILY;UNTIL=20310405T120000Z"))],
  [
    "exclusions",
    calendarOf(
      eventAt(...START, "RRULE:FREQ=DAILY;COUNT=9", inBerlin("EXDATE", "20310305T100000,20310307T100000")),
    ),
  ],
  ["exclusions in UTC", calendarOf(eventAt(...START, "RRULE:FREQ=DAILY;COUNT=9", "EXDATE:20310305T090000Z"))],
  [
    "more dates",
    calendarOf(eventAt(...START, "RRULE:FREQ=DAILY;COUNT=3", inBerlin("RDATE", "20310402T173000"))),
  ],
  [
    "a moved occurrence",
    calendarOf(
      eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5"),
      override("20310306T100000", "20310306T150000", "20310306T163000"),
    ),
  ],
  [
    "an occurrence moved into the window",
    calendarOf(
      eventAt(...START, "RRULE:FREQ=MONTHLY;COUNT=12"),
      override("20310704T100000", "20310410T080000", "20310410T090000"),
    ),
  ],
  [
    "an occurrence moved out of the window",
    calendarOf(
      eventAt(...START, "RRULE:FREQ=DAILY;COUNT=5"),
      override("20310306T100000", "20310906T150000", "20310906T160000"),
    ),
  ],
  [
    "an event of New York",
    calendarOf(
      eventAt(
        "DTSTART;TZID=America/New_York:20310304T200000",
        "DTEND;TZID=America/New_York:20310305T010000",
        "RRULE:FREQ=WEEKLY",
      ),
    ),
  ],
  [
    "a night over a clock change",
    calendarOf(
      eventAt(
        inBerlin("DTSTART", "20310301T220000"),
        inBerlin("DTEND", "20310302T060000"),
        "RRULE:FREQ=WEEKLY;COUNT=3",
      ),
    ),
  ],
];

test("hand-made calendars have the busy minutes of recurring_ical_events", () => {
  const [from, to] = [OPTIONS.from, OPTIONS.to].map((at) =>
    new Date(at).toISOString().replace("Z", "+00:00"),
  );
  const reference = referenceOf(CALENDARS.map(([, text]) => ({ text, from: from ?? "", to: to ?? "" })));
  for (const [index, [name, text]] of CALENDARS.entries()) {
    const busy = readBusyTimes(text, OPTIONS).busy.map((range) => [range.from, range.to]);
    expect(busy.length, name).toBeGreaterThan(0);
    expect(busy, name).toEqual(reference[index]);
  }
});

/** Zones whose rules changed after the data of Debian's pytz, which icalendar uses instead of a VTIMEZONE. */
const NEWER = ["Africa/Casablanca", "Africa/El_Aaiun", "America/Vancouver"];

test("icalendar and vobject read what is written, in every zone and around clock changes", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const days = [0, 88, 89, 211, 299, 302].map((day) => Date.UTC(2031, 0, 1, 0, 30) + day * 1_440 * MINUTE);
  const starts = zones.map((_, index) => (days[index % days.length] ?? 0) + (index % 24) * 60 * MINUTE);
  const iso = (at: number) => new Date(at).toISOString().replace("Z", "+00:00");
  const cases = zones.map((timeZone, index) => {
    const start = starts[index] ?? 0;
    const end = start + 45 * MINUTE;
    const summary = "Zürich; ☕, \\ “quoted” ".repeat(9);
    const text = writeEvent({ uid: "1@example.com", sequence: 0, stamp: 0, start, end, timeZone, summary });
    return { text, from: iso(start - 600 * MINUTE), to: iso(end + 600 * MINUTE) };
  });
  const reference = referenceOf(cases);
  const different = zones.filter((_, index) => {
    const start = (starts[index] ?? 0) / MINUTE;
    return JSON.stringify(reference[index]) !== JSON.stringify([[start, start + 45]]);
  });
  expect(different.filter((zone) => !NEWER.includes(zone))).toEqual([]);
});
