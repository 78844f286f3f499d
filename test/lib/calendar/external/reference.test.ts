import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";
import { writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { busyOf, OPTIONS } from "./calendars.ts";
import { CALENDARS } from "./reference-calendars.ts";

const MINUTE = 60_000;

interface Case {
  text: string;
  from: string;
  to: string;
  zone: string;
  /** Whether the service writes it, so that vobject must read it, too. */
  isWritten: boolean;
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

/** The busy times of calendars in which the reference is wrong by RFC 5545, and of two that are read in another way on purpose. */
const JUDGED: Record<string, string[]> = {
  // Without an end, a date is the whole day (§3.6.1).
  "a whole day without an end": ["03-03T23:00/03-04T23:00"],
  "a whole day each week without an end": [
    ...["03-03T23:00/03-04T23:00", "03-10T23:00/03-11T23:00", "03-17T23:00/03-18T23:00"],
  ],
  // The reference ignores a number of two digits before a weekday.
  "the tenth Monday of the year": ["03-10T09:00/10:00"],
  // The reference supports neither several rules nor periods.
  "two rules": ["03-04T09:00/10:00", "03-05T09:00/10:00", "03-11T09:00/10:00"],
  periods: ["03-04T09:00/10:00", "03-20T10:00/10:30"],
  // RANGE=THISANDFUTURE (§3.2.13) is ignored by the reference.
  "a change of all later occurrences": [
    ...["03-04T09:00/10:00", "03-05T09:00/10:00", "03-06T13:00/14:00", "03-07T13:00/14:00"],
  ],
  // On purpose: the start always counts, and a date excludes the occurrence of that day.
  "an end before the start": ["03-04T09:00/10:00"],
  "an exclusion of a day": [
    ...["03-04T09:00/10:00", "03-06T09:00/10:00", "03-07T09:00/10:00", "03-08T09:00/10:00"],
  ],
};

const isoOf = (at: number): string => new Date(at).toISOString().replace("Z", "+00:00");

test("hand-made calendars have the busy minutes of recurring_ical_events, unless it is wrong", () => {
  const window = {
    from: isoOf(OPTIONS.from),
    to: isoOf(OPTIONS.to),
    zone: OPTIONS.timeZone,
    isWritten: false,
  };
  const reference = referenceOf(CALENDARS.map(([, text]) => ({ text, ...window })));
  const differing: Record<string, string[]> = {};
  for (const [index, [name, text]] of CALENDARS.entries()) {
    const busy = readBusyTimes(text, OPTIONS).busy.map((range) => [range.from, range.to]);
    if (JSON.stringify(busy) !== JSON.stringify(reference[index])) differing[name] = busyOf(text);
  }
  expect(CALENDARS.length).toBeGreaterThanOrEqual(47);
  expect(differing).toEqual(JUDGED);
});

/** Zones whose rules changed after the data of Debian's pytz, which icalendar uses instead of a VTIMEZONE. */
const NEWER = ["Africa/Casablanca", "Africa/El_Aaiun", "America/Vancouver"];

test("icalendar and vobject read what is written, in every zone and around clock changes", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const days = [0, 88, 89, 211, 299, 302].map((day) => Date.UTC(2031, 0, 1, 0, 30) + day * 1_440 * MINUTE);
  const starts = zones.map((_, index) => (days[index % days.length] ?? 0) + (index % 24) * 60 * MINUTE);
  const cases = zones.map((timeZone, index) => {
    const start = starts[index] ?? 0;
    const end = start + 45 * MINUTE;
    const summary = "Zürich; ☕, \\ “quoted” ".repeat(9);
    const text = writeEvent({ uid: "1@example.com", sequence: 0, stamp: 0, start, end, timeZone, summary });
    return {
      text,
      from: isoOf(start - 600 * MINUTE),
      to: isoOf(end + 600 * MINUTE),
      zone: "UTC",
      isWritten: true,
    };
  });
  const reference = referenceOf(cases);
  const different = zones.filter((_, index) => {
    const start = (starts[index] ?? 0) / MINUTE;
    return JSON.stringify(reference[index]) !== JSON.stringify([[start, start + 45]]);
  });
  expect(different.filter((zone) => !NEWER.includes(zone))).toEqual([]);
});
