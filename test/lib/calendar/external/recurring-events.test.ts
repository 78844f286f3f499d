import { expect, test } from "vitest";
import { busyOf, calendarOf, eventAt, unreadableOf } from "./calendars.ts";

/** An event at 10:00 in Berlin on 4 March, with these lines added, and other events of its series. */
const seriesOf = (lines: string[], ...overrides: string[]) =>
  calendarOf(
    eventAt(
      "DTSTART;TZID=Europe/Berlin:20310304T100000",
      "DTEND;TZID=Europe/Berlin:20310304T110000",
      ...lines,
    ),
    ...overrides,
  );

/** An override of the occurrence at a time in Berlin. */
const overrideOf = (id: string, start: string, ...lines: string[]) =>
  eventAt(
    `RECURRENCE-ID;TZID=Europe/Berlin:${id}`,
    `DTSTART;TZID=Europe/Berlin:${start}`,
    "DURATION:PT1H",
    ...lines,
  );

/** The times of 09:00 UTC, which is 10:00 in Berlin before 30 March. */
const at9 = (...days: number[]) => days.map((day) => `03-${String(day).padStart(2, "0")}T09:00/10:00`);

/** 10:00 in Berlin on 31 March, a Monday, after the clock change. */
const LAST_OF_MARCH = "03-31T08:00/09:00";

test("a rule follows the clock of the event's zone", () => {
  expect(busyOf(seriesOf(["RRULE:FREQ=WEEKLY;UNTIL=20310410"]))).toEqual([
    ...at9(4, 11, 18, 25),
    "04-01T08:00/09:00",
    "04-08T08:00/09:00",
  ]);
});

test.each([
  ["COUNT", ["RRULE:FREQ=DAILY;COUNT=3"], at9(4, 5, 6)],
  [
    "COUNT, of which the start is the first though the rule leaves it out",
    ["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"],
    at9(4, 10, 17),
  ],
  ["UNTIL at the instant of an occurrence", ["RRULE:FREQ=DAILY;UNTIL=20310306T090000Z"], at9(4, 5, 6)],
  ["UNTIL just before an occurrence", ["RRULE:FREQ=DAILY;UNTIL=20310306T085900Z"], at9(4, 5)],
  ["UNTIL in the event's clock", ["RRULE:FREQ=DAILY;UNTIL=20310306T100000"], at9(4, 5, 6)],
  ["UNTIL as a date, with its whole day", ["RRULE:FREQ=DAILY;UNTIL=20310306"], at9(4, 5, 6)],
  ["UNTIL before the start", ["RRULE:FREQ=DAILY;UNTIL=20310301T000000Z"], at9(4)],
  ["the last weekday of a month", ["RRULE:FREQ=MONTHLY;BYDAY=-1MO;COUNT=2"], [...at9(4), LAST_OF_MARCH]],
  ["the second weekday of a month", ["RRULE:FREQ=MONTHLY;BYDAY=2TU,-1TU;COUNT=3"], at9(4, 11, 25)],
  ["the last day of a month", ["RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2"], [...at9(4), LAST_OF_MARCH]],
  [
    "the last working day of a month",
    ["RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2"],
    [...at9(4), LAST_OF_MARCH],
  ],
  [
    "the second of the days of a year, of which the first is earlier",
    ["RRULE:FREQ=YEARLY;BYMONTH=1,3;BYMONTHDAY=5;BYSETPOS=2"],
    at9(4, 5),
  ],
  ["weeks by their numbers", ["RRULE:FREQ=YEARLY;BYWEEKNO=10,12;COUNT=2"], at9(4, 18)],
  ["every second week", ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4"], at9(4, 9, 18, 23)],
  ["several rules", ["RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"], at9(4, 5, 11)],
  [
    "dates beside a rule",
    ["RRULE:FREQ=DAILY;COUNT=2", "RDATE;TZID=Europe/Berlin:20310320T100000"],
    at9(4, 5, 20),
  ],
  ["dates without times", ["RDATE;VALUE=DATE:20310320,20310321"], at9(4, 20, 21)],
  [
    "periods",
    ["RDATE;VALUE=PERIOD:20310320T100000Z/PT30M,20310321T100000Z/20310321T120000Z"],
    [...at9(4), "03-20T10:00/10:30", "03-21T10:00/12:00"],
  ],
  [
    "EXDATE in the event's zone",
    ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Europe/Berlin:20310305T100000"],
    at9(4, 6),
  ],
  ["EXDATE in UTC", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20310305T090000Z,20310306T090000Z"], at9(4)],
  ["EXDATE as a date", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20310305"], at9(4, 6)],
  ["EXDATE without a zone", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20310305T100000"], at9(4, 6)],
  ["EXDATE of the start", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20310304T090000Z"], at9(5, 6)],
  ["EXDATE that is no occurrence", ["RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20310305T091500Z"], at9(4, 5)],
])("%s", (_, lines, busy) => {
  expect(busyOf(seriesOf(lines))).toEqual(busy);
});

test("an event that started years ago recurs in the window", () => {
  const old = eventAt("DTSTART;VALUE=DATE:19700310", "RRULE:FREQ=YEARLY");
  expect(busyOf(calendarOf(old))).toEqual(["03-09T23:00/03-10T23:00"]);
  const long = eventAt("DTSTART:20300227T100000Z", "DURATION:P3D", "RRULE:FREQ=YEARLY");
  expect(busyOf(calendarOf(long))).toEqual(["03-01T00:00/03-02T10:00"]);
});

test("whole days end with UNTIL in any form", () => {
  for (const until of ["20310305", "20310305T000000Z", "20310305T225959Z"])
    expect(
      busyOf(calendarOf(eventAt("DTSTART;VALUE=DATE:20310304", `RRULE:FREQ=DAILY;UNTIL=${until}`))),
    ).toEqual(["03-03T23:00/03-05T23:00"]);
});

test.each([
  ["UNTIL", ["RRULE:FREQ=DAILY;UNTIL=20310306T230000Z"], ["03-03T23:00/03-07T23:00"]],
  [
    "EXDATE",
    ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20310304T230000Z"],
    ["03-03T23:00/03-04T23:00", "03-05T23:00/03-06T23:00"],
  ],
  ["RDATE", ["RDATE:20310305T230000Z"], ["03-03T23:00/03-04T23:00", "03-05T23:00/03-06T23:00"]],
])("whole days of Outlook have %s as midnight in UTC", (_, lines, busy) => {
  expect(busyOf(calendarOf(eventAt("DTSTART;VALUE=DATE:20310304", ...lines)))).toEqual(busy);
});

const DAILY = ["RRULE:FREQ=DAILY;COUNT=4"];

test.each([
  [
    "moved",
    [overrideOf("20310305T100000", "20310305T150000")],
    [...at9(4), "03-05T14:00/15:00", ...at9(6, 7)],
  ],
  ["moved out of the window", [overrideOf("20310305T100000", "20320305T150000")], at9(4, 6, 7)],
  ["cancelled", [overrideOf("20310305T100000", "20310305T100000", "STATUS:CANCELLED")], at9(4, 6, 7)],
  ["transparent", [overrideOf("20310305T100000", "20310305T100000", "TRANSP:TRANSPARENT")], at9(4, 6, 7)],
  ["of no occurrence", [overrideOf("20310320T100000", "20310320T100000")], [...at9(4, 5, 6, 7, 20)]],
  ["of the start", [overrideOf("20310304T100000", "20310310T100000")], at9(5, 6, 7, 10)],
])("an override that is %s", (_, overrides, busy) => {
  expect(busyOf(seriesOf(DAILY, ...overrides))).toEqual(busy);
});

test("an override in UTC or as a date", () => {
  const utc = eventAt("RECURRENCE-ID:20310305T090000Z", "DTSTART:20310305T140000Z", "DURATION:PT1H");
  const date = eventAt("RECURRENCE-ID;VALUE=DATE:20310305", "DTSTART:20310305T140000Z", "DURATION:PT1H");
  for (const override of [utc, date])
    expect(busyOf(seriesOf(DAILY, override))).toEqual([...at9(4), "03-05T14:00/15:00", ...at9(6, 7)]);
});

test("an override whose zone has a colon in its name", () => {
  const zone = '"(UTC+01:00) Amsterdam, Berlin"';
  const override = eventAt(
    `RECURRENCE-ID;TZID=${zone}:20310305T100000`,
    `DTSTART;TZID=${zone}:20310305T150000`,
    "DURATION:PT1H",
  );
  expect(busyOf(seriesOf(DAILY, override))).toEqual([...at9(4), "03-05T14:00/15:00", ...at9(6, 7)]);
  expect(unreadableOf(seriesOf(DAILY, override))).toBe(0);
});

test("an override that is moved into the window, and one without its event", () => {
  const later = eventAt(
    "DTSTART;TZID=Europe/Berlin:20320304T100000",
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY;COUNT=2",
  );
  expect(busyOf(calendarOf(later, overrideOf("20320305T100000", "20310305T100000")))).toEqual(at9(5));
  expect(busyOf(calendarOf(overrideOf("20310305T100000", "20310305T100000")))).toEqual(at9(5));
});

test("overrides of a cancelled event are busy", () => {
  const text = seriesOf([...DAILY, "STATUS:CANCELLED"], overrideOf("20310305T100000", "20310305T150000"));
  expect(busyOf(text)).toEqual(["03-05T14:00/15:00"]);
});

test("an override that changes all later occurrences", () => {
  const change = (...lines: string[]) =>
    eventAt(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20310305T100000",
      "DTSTART;TZID=Europe/Berlin:20310305T140000",
      "DURATION:PT2H",
      ...lines,
    );
  const moved = [5, 6, 7].map((day) => `03-0${day}T13:00/15:00`);
  expect(busyOf(seriesOf(DAILY, change()))).toEqual([...at9(4), ...moved]);
  expect(busyOf(seriesOf(DAILY, change("STATUS:CANCELLED")))).toEqual(at9(4));
  const single = overrideOf("20310306T100000", "20310306T200000");
  expect(busyOf(seriesOf(DAILY, change(), single))).toEqual([
    ...at9(4),
    "03-05T13:00/15:00",
    "03-06T19:00/20:00",
    "03-07T13:00/15:00",
  ]);
});

test.each([
  ["INTERVAL=0", ["RRULE:FREQ=DAILY;INTERVAL=0"]],
  ["no FREQ", ["RRULE:COUNT=3"]],
  ["SECONDLY", ["RRULE:FREQ=SECONDLY;COUNT=3"]],
  ["too many steps", ["RRULE:FREQ=MINUTELY"]],
  [
    "too many hours and minutes",
    [`RRULE:FREQ=DAILY;BYMINUTE=${[...Array(60).keys()]};BYHOUR=${[...Array(24).keys()]}`],
  ],
  ["an unknown weekday", ["RRULE:FREQ=WEEKLY;BYDAY=XX"]],
  ["hundreds of weekdays", [`RRULE:FREQ=WEEKLY;BYDAY=${Array(60).fill("MO")}`]],
  ["a month too many", ["RRULE:FREQ=YEARLY;BYMONTH=13"]],
  ["the Hebrew calendar", ["RRULE:RSCALE=HEBREW;FREQ=YEARLY"]],
  ["an invalid excluded date", ["RRULE:FREQ=DAILY", "EXDATE:soon"]],
  ["an invalid period", ["RDATE;VALUE=PERIOD:soon"]],
])("with %s an event is unreadable, and its first occurrence is busy", (_, lines) => {
  expect(busyOf(seriesOf(lines))).toEqual(at9(4));
  expect(unreadableOf(seriesOf(lines))).toBe(1);
});

test.each([
  ["no start", []],
  ["an invalid start", ["DTSTART:tomorrow"]],
  ["30 February", ["DTSTART:20310230T100000Z", "DURATION:PT1H"]],
  ["25 o'clock", ["DTSTART:20310305T250000Z", "DURATION:PT1H"]],
  ["an invalid end", ["DTSTART:20310305T100000Z", "DTEND:later"]],
  ["an invalid duration", ["DTSTART:20310305T100000Z", "DURATION:1h"]],
])("with %s an event is unreadable and not busy, and the others are read", (_, lines) => {
  const text = seriesOf(DAILY, ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n"));
  expect(busyOf(text)).toEqual(at9(4, 5, 6, 7));
  expect(unreadableOf(text)).toBe(1);
});

test("an override whose id can't be read is busy by itself, and its series is read", () => {
  const text = seriesOf(DAILY, eventAt("RECURRENCE-ID:soon", "DTSTART:20310320T090000Z", "DURATION:PT1H"));
  expect(busyOf(text)).toEqual(at9(4, 5, 6, 7, 20));
  expect(unreadableOf(text)).toBe(1);
});

test("events without a UID are single events", () => {
  const event = (day: string) => `BEGIN:VEVENT\r\nDTSTART:${day}T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT`;
  const text = calendarOf(event("20310304"), event("20310305"));
  expect(busyOf(text)).toEqual(at9(4, 5));
  expect(unreadableOf(text)).toBe(0);
});
