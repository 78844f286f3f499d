import { expect, test } from "vitest";
import { readBusyTimes } from "#lib/calendar/external/read-busy-times.ts";
import { busyOf, calendarOf, eventAt, eventOf, OPTIONS, unreadableOf } from "./calendars.ts";

/** The busy times of an event from 10:00 to 11:00 with this `TZID`. */
const busyInZone = (id: string, ...calendarLines: string[]) =>
  busyOf(
    calendarOf(
      ...calendarLines,
      eventAt(`DTSTART;TZID=${id}:20310304T100000`, `DTEND;TZID=${id}:20310304T110000`),
    ),
  );

const zoneOf = (id: string, ...lines: string[]) =>
  ["BEGIN:VTIMEZONE", `TZID:${id}`, ...lines, "END:VTIMEZONE"].join("\r\n");

/** Five hours before UTC, four from the second Sunday of March, as Outlook writes it. */
const CUSTOM = zoneOf(
  "Customized Time Zone",
  "BEGIN:STANDARD",
  "DTSTART:16011104T020000",
  "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
  "TZOFFSETFROM:-0400",
  "TZOFFSETTO:-0500",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010311T020000",
  "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
  "TZOFFSETFROM:-0500",
  "TZOFFSETTO:-0400",
  "END:DAYLIGHT",
);

test.each([
  ["a tz name", "America/New_York", "03-04T15:00/16:00"],
  ["a tz name in quotes", '"America/New_York"', "03-04T15:00/16:00"],
  ["a Windows name", "Eastern Standard Time", "03-04T15:00/16:00"],
  ["a Windows name of a zone without summer time", "Qyzylorda Standard Time", "03-04T05:00/06:00"],
  ["a name with a prefix", "/freeassociation.sourceforge.net/America/New_York", "03-04T15:00/16:00"],
  ["a name of three parts", "/citadel.org/2021_1/America/Argentina/Ushuaia", "03-04T13:00/14:00"],
  ["UTC of Outlook", '"tzone://Microsoft/Utc"', "03-04T10:00/11:00"],
  ["an abbreviation that is a tz name", "HST", "03-04T20:00/21:00"],
  ["another abbreviation: the calendar's zone", "BST", "03-04T09:00/10:00"],
  ["an unknown name: the calendar's zone", "Nowhere", "03-04T09:00/10:00"],
])("the zone of %s", (_, id, busy) => {
  expect(busyInZone(id)).toEqual([busy]);
});

test("an unknown name has the clock of its VTIMEZONE", () => {
  expect(busyInZone("Customized Time Zone", CUSTOM)).toEqual(["03-04T15:00/16:00"]);
  const daily = eventAt(
    "DTSTART;TZID=Customized Time Zone:20310308T100000",
    "DTEND;TZID=Customized Time Zone:20310308T110000",
    "RRULE:FREQ=DAILY;COUNT=2",
  );
  expect(busyOf(calendarOf(CUSTOM, daily))).toEqual(["03-08T15:00/16:00", "03-09T14:00/15:00"]);
});

test("the id of a VTIMEZONE may have characters that are escaped in it, and in quotes elsewhere", () => {
  const zone = CUSTOM.replace("TZID:Customized Time Zone", "TZID:(UTC-05:00) Eastern Time\\, US");
  for (const id of ["(UTC-05:00) Eastern Time, US", "(UTC-05:00) Eastern Time\\, US"])
    expect(busyInZone(`"${id}"`, zone)).toEqual(["03-04T15:00/16:00"]);
});

test("a thousand calendars may each have the same VTIMEZONE, and one another of the same id", () => {
  const event = eventAt("DTSTART;TZID=Customized Time Zone:20310304T100000", "DURATION:PT1H");
  const same = calendarOf(CUSTOM, event).repeat(1_000);
  const other = calendarOf(CUSTOM.replaceAll("-0500", "-0700"), event);
  expect(busyOf(same + other)).toEqual(["03-04T15:00/16:00", "03-04T17:00/18:00"]);
});

test("a VTIMEZONE may have dates instead of rules", () => {
  const zone = zoneOf(
    "Dates",
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20300101T000000",
      "TZOFFSETFROM:+0000",
      "TZOFFSETTO:+0200",
      "END:STANDARD",
    ],
    ...["BEGIN:DAYLIGHT", "DTSTART:20300201T000000", "RDATE:20310303T000000"],
    ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0330", "END:DAYLIGHT"],
  );
  expect(busyInZone("Dates", zone)).toEqual(["03-04T06:30/07:30"]);
});

/** An unknown zone: two hours before UTC, and one hour less from the dates that a line says. */
const zoneWithChange = (...lines: string[]): string =>
  zoneOf(
    "Unknown",
    ...[
      "BEGIN:STANDARD",
      "DTSTART:20200101T000000",
      "TZOFFSETFROM:-0200",
      "TZOFFSETTO:-0200",
      "END:STANDARD",
    ],
    ...["BEGIN:DAYLIGHT", "TZOFFSETFROM:-0200", "TZOFFSETTO:-0100", ...lines, "END:DAYLIGHT"],
  );

test.each<[string, string[], string]>([
  ["a date", ["DTSTART:20250101T000000", "RDATE;VALUE=DATE:20310304"], "03-04T11:00/12:00"],
  ["a time in UTC", ["DTSTART:20250101T000000", "RDATE:20310304T020000Z"], "03-04T11:00/12:00"],
  ["a start in UTC", ["DTSTART:20310304T020000Z"], "03-04T11:00/12:00"],
  [
    "a rule that has ended",
    ["DTSTART:20290304T000000", "RRULE:FREQ=YEARLY;UNTIL=20300304T020000Z"],
    "03-04T11:00/12:00",
  ],
])("the change of a VTIMEZONE may have %s", (_, lines, busy) => {
  expect(busyInZone("Unknown", zoneWithChange(...lines))).toEqual([busy]);
});

test("the offset of a VTIMEZONE may be -0000", () => {
  const observance = ["DTSTART:19700101T000000", "TZOFFSETFROM:-0000", "TZOFFSETTO:-0000"];
  const zone = zoneOf("Unknown", "BEGIN:STANDARD", ...observance, "END:STANDARD");
  expect(busyInZone("Unknown", zone)).toEqual(["03-04T10:00/11:00"]);
});

test("a tz name counts more than a VTIMEZONE of the same name", () => {
  const wrong = zoneOf(
    "Europe/Berlin",
    ...[
      "BEGIN:STANDARD",
      "DTSTART:16010101T000000",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0500",
      "END:STANDARD",
    ],
  );
  expect(busyInZone("Europe/Berlin", wrong)).toEqual(["03-04T09:00/10:00"]);
});

test("the VTIMEZONE of an abbreviation counts more than a tz name, because it may have summer time", () => {
  for (const id of ["EST", "BST", "GMT"])
    expect(busyInZone(id, CUSTOM.replace("Customized Time Zone", id))).toEqual(["03-04T15:00/16:00"]);
  const summer = eventAt("DTSTART;TZID=EST:20310404T100000", "DURATION:PT1H");
  expect(busyOf(calendarOf(CUSTOM.replace("Customized Time Zone", "EST"), summer))).toEqual([
    "04-04T14:00/15:00",
  ]);
});

test("a VTIMEZONE that can't be read means the calendar's zone", () => {
  expect(busyInZone("Broken", zoneOf("Broken", "BEGIN:STANDARD", "DTSTART:x", "END:STANDARD"))).toEqual([
    "03-04T09:00/10:00",
  ]);
});

test("floating times and whole days have the zone of the text, else that of the options", () => {
  const events = eventAt(
    "DTSTART:20310304T100000",
    "DTEND:20310304T110000",
    "RDATE;VALUE=PERIOD:20310306T100000/PT1H",
  );
  const day = eventAt("DTSTART;VALUE=DATE:20310310");
  expect(busyOf(calendarOf(events, day))).toEqual([
    "03-04T09:00/10:00",
    "03-06T09:00/10:00",
    "03-09T23:00/03-10T23:00",
  ]);
  for (const zone of ["Asia/Tokyo", "Tokyo Standard Time"])
    expect(busyOf(calendarOf(`X-WR-TIMEZONE:${zone}`, events, day))).toEqual([
      "03-04T01:00/02:00",
      "03-06T01:00/02:00",
      "03-09T15:00/03-10T15:00",
    ]);
});

test.each([
  [
    "DTEND, exclusive",
    ["DTSTART;VALUE=DATE:20310329", "DTEND;VALUE=DATE:20310331"],
    "03-28T23:00/03-30T22:00",
  ],
  ["no end: one day", ["DTSTART;VALUE=DATE:20310330"], "03-29T23:00/03-30T22:00"],
  ["a duration", ["DTSTART;VALUE=DATE:20310330", "DURATION:P1W"], "03-29T23:00/04-05T22:00"],
  ["a date that is not marked as one", ["DTSTART:20310330"], "03-29T23:00/03-30T22:00"],
])("whole days with %s", (_, lines, busy) => {
  expect(busyOf(calendarOf(eventAt(...lines)))).toEqual([busy]);
});

test("minutes are rounded outward", () => {
  const seconds = eventAt("DTSTART:20310304T100030Z", "DTEND:20310304T100131Z");
  expect(busyOf(calendarOf(seconds))).toEqual(["03-04T10:00/10:02"]);
  expect(busyOf(calendarOf(eventAt("DTSTART:20310304T100045Z", "DURATION:PT90S")))).toEqual([
    "03-04T10:00/10:03",
  ]);
});

test("a time in a gap moves forward, and one that occurs twice is the first", () => {
  const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;
  const gap = eventAt(berlin("DTSTART", "20310330T023000"), berlin("DTEND", "20310330T033000"));
  expect(busyOf(calendarOf(gap))).toEqual([]);
  const longer = eventAt(berlin("DTSTART", "20310330T023000"), "DURATION:PT1H");
  expect(busyOf(calendarOf(longer))).toEqual(["03-30T01:30/02:30"]);
  const twice = eventAt(berlin("DTSTART", "20301027T023000"), "DURATION:PT1H");
  expect(busyOf(calendarOf(twice), { from: Date.UTC(2030, 9, 1) })).toEqual(["10-27T00:30/01:30"]);
});

test("with DTEND a recurring event keeps its exact length over a clock change, with DURATION its days", () => {
  const start = "DTSTART;TZID=Europe/Berlin:20310328T200000";
  const exact = eventAt(
    start,
    "DTEND;TZID=Europe/Berlin:20310329T200000",
    "RRULE:FREQ=DAILY;INTERVAL=1;COUNT=2",
  );
  expect(busyOf(calendarOf(exact))).toEqual(["03-28T19:00/03-30T19:00"]);
  const nominal = eventAt(start, "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=2");
  expect(busyOf(calendarOf(nominal))).toEqual(["03-28T19:00/03-30T18:00"]);
});

test("times are limited to the window, and merged", () => {
  const text = calendarOf(
    eventAt("DTSTART:20310228T220000Z", "DTEND:20310301T010000Z"),
    eventAt("DTSTART:20310301T003000Z", "DTEND:20310301T020000Z"),
    eventAt("DTSTART:20310502T100000Z", "DTEND:20310502T110000Z"),
  );
  expect(busyOf(text)).toEqual(["03-01T00:00/02:00"]);
});

test("several calendars in one text are read, each with its zone", () => {
  const event = eventAt("DTSTART:20310304T100000", "DTEND:20310304T110000");
  const text = `${calendarOf("X-WR-CALNAME:Work\\, home", "X-WR-TIMEZONE:Asia/Tokyo", event)}${calendarOf(event)}`;
  expect(busyOf(text)).toEqual(["03-04T01:00/02:00", "03-04T09:00/10:00"]);
  expect(readBusyTimes(text, OPTIONS)).toMatchObject({ name: "Work, home", timeZone: "Asia/Tokyo" });
});

test.each<[string, (text: string) => string]>([
  ["between lines", (text) => text.replace("BEGIN:VEVENT", "\r\nBEGIN:VEVENT")],
  ["within an event", (text) => text.replace("DTEND", "\r\nDTEND")],
  ["at the end", (text) => `${text}\r\n\r\n`],
])("blank lines %s are read", (_, change) => {
  expect(busyOf(change(calendarOf(eventOf())))).toEqual(["03-04T10:00/11:00"]);
});

test("lines that are folded before a parameter or a value, also with tabs, and empty values are read", () => {
  const start = "DTSTART\r\n\t;TZID=America/New_York\r\n :20310304T100000";
  const event = eventAt("DESCRIPTION:", start, "DURATION:PT1H", "RRULE\r\n :FREQ=DAILY;\r\n COUNT=2");
  expect(busyOf(calendarOf(event))).toEqual(["03-04T15:00/16:00", "03-05T15:00/16:00"]);
});

test("a character that is folded in its middle does not change the event", () => {
  const [before = "", after = ""] = calendarOf(eventOf("SUMMARY:Grüße")).split("ü");
  const [first, second] = [Buffer.from("ü").subarray(0, 1), Buffer.from("ü").subarray(1)];
  const bytes = Buffer.concat([Buffer.from(before), first, Buffer.from("\r\n "), second, Buffer.from(after)]);
  expect(busyOf(bytes.toString("utf8"))).toEqual(["03-04T10:00/11:00"]);
});

test("folded lines, a byte order mark and line feeds alone are read", () => {
  const text = calendarOf(eventAt("DTSTART:20310304T10\r\n 0000Z", "DTEND:20310304T1\r\n\t10000Z"));
  expect(busyOf(text)).toEqual(["03-04T10:00/11:00"]);
  expect(busyOf(`\uFEFF${text.replaceAll("\r\n", "\n")}`)).toEqual(["03-04T10:00/11:00"]);
});

test.each([
  ["an event", ["DTSTART:20310304T220000Z", "DTEND:20310304T240000Z"], "03-04T22:00/03-05T00:00"],
  ["the end of a month", ["DTSTART:20310331T200000", "DTEND:20310331T240000"], "03-31T18:00/22:00"],
  ["a start", ["DTSTART:20310304T240000Z", "DURATION:PT1H"], "03-05T00:00/01:00"],
])("%s may have 24:00, which is midnight of the next day", (_, lines, busy) => {
  const text = calendarOf(eventAt(...lines));
  expect(busyOf(text)).toEqual([busy]);
  expect(unreadableOf(text)).toBe(0);
});

test.each(["240001Z", "240100Z", "250000Z"])("an event until T%s can't be read", (end) => {
  expect(unreadableOf(calendarOf(eventAt("DTSTART:20310304T220000Z", `DTEND:20310304T${end}`)))).toBe(1);
});
