import { afterEach, beforeEach, expect, test } from "vitest";
import { readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";
import { listOccurrences } from "#lib/calendar/external/recurrence.ts";
import { parseRule, Unreadable } from "#lib/calendar/external/recurrence-rule.ts";
import { busyOf, calendarOf, eventAt, eventOf, OPTIONS, unreadableOf } from "./calendars.ts";

/** Microseconds of CPU time in which a text must have been read: the function that checks calendars is stopped after a minute. */
const MOST_CPU_TIME = 20_000_000;

let start: NodeJS.CpuUsage;
beforeEach(() => {
  start = process.cpuUsage();
});
afterEach(() => {
  const { user, system } = process.cpuUsage(start);
  expect(user + system).toBeLessThan(MOST_CPU_TIME);
});

/** The failure of reading a text. */
function failureOf(text: string): unknown {
  try {
    return readBusyTimes(text, OPTIONS);
  } catch (error) {
    return error;
  }
}

test.each([
  ["an empty text", ""],
  ["a page", "<!DOCTYPE html><html><body>Sign in</body></html>"],
  ["an event without a calendar", eventOf()],
  ["a contact", "BEGIN:VCARD\r\nEND:VCARD\r\n"],
  ["a text that ends in an event", calendarOf(eventOf()).slice(0, -30)],
  ["a text that ends after an event", calendarOf(eventOf()).replace("END:VCALENDAR", "")],
])("%s is not a calendar", (_, text) => {
  expect(failureOf(text)).toMatchObject({ code: "calendar_invalid" });
});

const UNENDED = eventOf().replace("END:VEVENT", "");

test.each([
  ["has no end", 1, UNENDED],
  ["has two ends", 0, `${eventOf()}\r\nEND:VEVENT`],
  ["has the end of another component", 0, eventOf("END:VALARM")],
  ["has an alarm without an end", 1, eventOf("BEGIN:VALARM")],
  ["has the end of its calendar", 1, `${UNENDED}END:VCALENDAR\r\nBEGIN:VCALENDAR`],
  ["ends where another calendar begins", 1, `${UNENDED}BEGIN:VCALENDAR`],
])("an event that %s is busy, and so are the others", (_, unreadable, event) => {
  const [earlier = "", later = ""] = ["08", "14"].map((hour) =>
    eventAt(`DTSTART:20310304T${hour}0000Z`, "DURATION:PT1H").replace("UID:1", `UID:${hour}`),
  );
  const text = calendarOf(earlier, event, later);
  expect(busyOf(text)).toEqual(["03-04T08:00/09:00", "03-04T10:00/11:00", "03-04T14:00/15:00"]);
  expect(unreadableOf(text)).toBe(unreadable);
});

test("components in components in components are not a calendar", () => {
  const nested = Array<string>(101).fill("BEGIN:A");
  expect(failureOf(calendarOf(eventOf(...nested)))).toMatchObject({ code: "calendar_invalid" });
});

test("an empty calendar has no busy times", () => {
  expect(busyOf(calendarOf())).toEqual([]);
});

test.each([
  ["30 February, every day", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
  ["30 February, every year", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
  ["30 February with a count", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000000"],
  ["week 53 of a year in March", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=3"],
  ["an interval of a billion", "FREQ=WEEKLY;INTERVAL=1000000000"],
  ["a position that no set has", "FREQ=DAILY;BYSETPOS=300"],
])("a rule without occurrences ends: %s", (_, rule) => {
  expect(busyOf(calendarOf(eventOf(`RRULE:${rule}`)))).toEqual(["03-04T10:00/11:00"]);
});

test("a count of a billion from the year 1 ends", () => {
  const event = eventAt("DTSTART:16010101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1000000000");
  expect(readBusyTimes(calendarOf(event), OPTIONS)).toMatchObject({ busy: [], unreadableEvents: 1 });
});

test("a rule ends after 50,000 steps, and those of one day", () => {
  const range = { start: 0, from: 0, to: 100 * 365 * 1_440 };
  let steps = 0;
  const list = () =>
    listOccurrences(parseRule("FREQ=HOURLY;COUNT=1000000"), range, (made) => {
      steps += made;
    });
  expect(list).toThrow(Unreadable);
  expect(steps).toBeGreaterThan(50_000);
  expect(steps).toBeLessThanOrEqual(50_025);
});

test("a zone with thousands of clock changes is not used", () => {
  const zone = [
    ...["BEGIN:VTIMEZONE", "TZID:Busy", "BEGIN:STANDARD", "DTSTART:20300101T000000"],
    ...["RRULE:FREQ=HOURLY", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
  ];
  const event = eventAt("DTSTART;TZID=Busy:20310304T100000", "DURATION:PT1H");
  expect(busyOf(calendarOf(...zone, event))).toEqual(["03-04T09:00/10:00"]);
});

test("20,000 events are read, and one more is too large", () => {
  const events = Array<string>(19_999).fill("BEGIN:VEVENT\r\nEND:VEVENT");
  expect(busyOf(calendarOf(...events, eventOf()))).toEqual(["03-04T10:00/11:00"]);
  expect(failureOf(calendarOf(...events, eventOf(), eventOf()))).toMatchObject({
    code: "calendar_too_large",
  });
});

test("10,000 busy ranges are read, and one more is too large", () => {
  const periods = (count: number) => {
    const starts = Array.from({ length: count }, (_, index) => new Date(OPTIONS.from + index * 240_000));
    const values = starts.map((at) => `${at.toISOString().replace(/[-:]|\.\d+/g, "")}/PT1M`);
    return calendarOf("BEGIN:VFREEBUSY", `FREEBUSY:${values}`, "END:VFREEBUSY");
  };
  expect(busyOf(periods(10_000))).toHaveLength(10_000);
  expect(failureOf(periods(10_001))).toMatchObject({ code: "calendar_too_large" });
});

test("rules of thousands of events that take too long together are too large", () => {
  const event = eventAt("DTSTART:19500101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1000000");
  expect(failureOf(calendarOf(...Array<string>(1_000).fill(event)))).toMatchObject({
    code: "calendar_too_large",
  });
});

test("a thousand events with the UID of a thousand overrides are too large", () => {
  const override = eventOf("RECURRENCE-ID:20310304T100000Z");
  const events = Array<string>(1_000).fill(eventOf());
  expect(failureOf(calendarOf(...events, ...Array<string>(1_000).fill(override)))).toMatchObject({
    code: "calendar_too_large",
  });
});

test("a frequent event with thousands of overrides of all later occurrences is too large", () => {
  const event = eventOf("RRULE:FREQ=HOURLY");
  const override = eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20320304T100000Z");
  expect(failureOf(calendarOf(event, ...Array<string>(8_000).fill(override)))).toMatchObject({
    code: "calendar_too_large",
  });
});

test("rules of years that are not cached are followed fast", () => {
  const events = Array.from({ length: 40 }, (_, index) =>
    eventAt(
      `DTSTART:${1000 + 15 * index}0101T100000`,
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;BYMONTH=2;COUNT=9999",
    ),
  );
  expect(unreadableOf(calendarOf(...events))).toBe(40);
});

test("overrides with thousands of lines are not searched for each event of their series", () => {
  const events = Array<string>(1_000).fill(eventOf());
  const override = eventOf("RECURRENCE-ID:20310304T100000Z", ...Array<string>(30_000).fill(""));
  expect(busyOf(calendarOf(...events, ...Array<string>(100).fill(override)))).toEqual(["03-04T10:00/11:00"]);
});

test("an event with thousands of parameters can be read without that property", () => {
  const attendee = `ATTENDEE${";X=y".repeat(1_000_000)};PARTSTAT=DECLINED:mailto:ann@example.com`;
  expect(busyOf(calendarOf(eventOf(attendee)))).toEqual(["03-04T10:00/11:00"]);
  expect(unreadableOf(calendarOf(eventOf(attendee)))).toBe(1);
});

test("the name of a zone with thousands of parts is unknown", () => {
  const event = eventAt("DTSTART:20310304T100000", "DURATION:PT1H");
  expect(busyOf(calendarOf(`X-WR-TIMEZONE:${"/".repeat(1_000_000)}`, event))).toEqual(["03-04T09:00/10:00"]);
});

test.each([
  ["DTSTART;TZID=Europe/Berlin:20310304T100000", "DURATION:P99999999999D"],
  ["DTSTART;TZID=Europe/Berlin:20310304T100000", `DURATION:PT${"9".repeat(400)}H`],
  ["DTSTART;VALUE=DATE:20310304", `DURATION:P${"9".repeat(400)}W`],
  ["DTSTART;TZID=Europe/Berlin:99991231T100000", "DURATION:P100000000D", "RDATE:20310304T100000"],
])("an event that lasts longer than all calendars is busy until their end: %s, %s", (...lines) => {
  expect(busyOf(calendarOf(eventAt(...lines)))).toEqual([expect.stringMatching(/^03-0.*\/05-01T00:00$/)]);
});

test("20,000 zones are searched once, and not for each event", () => {
  const zones = Array<string>(20_000).fill("BEGIN:VTIMEZONE\r\nTZID:Other\r\nEND:VTIMEZONE");
  const events = Array.from({ length: 10_000 }, (_, index) =>
    eventAt(`DTSTART;TZID=Unknown ${index}:20310304T100000`, "DURATION:PT1H"),
  );
  expect(busyOf(calendarOf(...zones, ...events))).toEqual(["03-04T09:00/10:00"]);
});

test("a zone with a thousand clock changes is searched fast for the occurrences of hundreds of events", () => {
  const changes = Array.from({ length: 1_000 }, (_, index) => [
    ...["BEGIN:STANDARD", `DTSTART:${3_000 + index}0101T000000`],
    ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:STANDARD"],
  ]);
  const zone = ["BEGIN:VTIMEZONE", "TZID:Busy", ...changes.flat(), "END:VTIMEZONE"];
  const event = eventAt("DTSTART;TZID=Busy:20310304T100000", "DURATION:PT1H", "RRULE:FREQ=HOURLY;COUNT=1000");
  expect(busyOf(calendarOf(...zone, ...Array<string>(200).fill(event)))).toEqual(["03-04T09:00/04-15T01:00"]);
});
