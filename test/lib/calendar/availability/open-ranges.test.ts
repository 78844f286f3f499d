import { expect, test } from "vitest";
import type { HoursEntry } from "#lib/calendar/availability/calendar.ts";
import { openRanges } from "#lib/calendar/availability/open-ranges.ts";
import { range, showRanges } from "./minutes.ts";

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];
const at = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
};
const weekly = (days: number[], from: string, to: string): HoursEntry => ({
  days,
  date: null,
  from: at(from),
  to: at(to),
});
const override = (date: string, from: string, to: string): HoursEntry => ({
  days: [],
  date,
  from: at(from),
  to: at(to),
});
/** The open ranges, in UTC, from midnight of one date to midnight of another one. */
const open = (timeZone: string, entries: HoursEntry[], [from, to]: [string, string]): string[] =>
  showRanges(openRanges({ timeZone, entries }, range(`${from} 00:00`, `${to} 00:00`)));

test("weekly hours are open on their weekdays, in the wall-clock time of the schedule", () => {
  expect(open("Europe/Berlin", [weekly(WORKDAYS, "09:00", "17:00")], ["2031-01-03", "2031-01-07"])).toEqual([
    "2031-01-03 08:00 - 2031-01-03 16:00",
    "2031-01-06 08:00 - 2031-01-06 16:00",
  ]);
});

test("without a schedule everything is open, and with an empty one nothing", () => {
  expect(showRanges(openRanges(null, range("2031-01-03 00:00", "2031-01-07 00:00")))).toEqual([
    "2031-01-03 00:00 - 2031-01-07 00:00",
  ]);
  expect(open("UTC", [], ["2031-01-03", "2031-01-07"])).toEqual([]);
});

test("an override replaces the weekly hours of its date", () => {
  const entries = [
    weekly(ALL_DAYS, "09:00", "17:00"),
    override("2031-01-04", "12:00", "13:00"),
    override("2031-01-04", "15:00", "16:00"),
  ];
  expect(open("UTC", entries, ["2031-01-03", "2031-01-06"])).toEqual([
    "2031-01-03 09:00 - 2031-01-03 17:00",
    "2031-01-04 12:00 - 2031-01-04 13:00",
    "2031-01-04 15:00 - 2031-01-04 16:00",
    "2031-01-05 09:00 - 2031-01-05 17:00",
  ]);
});

test("an override whose start is its end closes the day", () => {
  const entries = [weekly(ALL_DAYS, "09:00", "17:00"), override("2031-01-04", "00:00", "00:00")];
  expect(open("UTC", entries, ["2031-01-04", "2031-01-05"])).toEqual([]);
});

test("the date of an override is a date of the schedule's zone", () => {
  const entries = [weekly(ALL_DAYS, "01:00", "02:00"), override("2031-01-04", "05:00", "06:00")];
  expect(open("Asia/Tokyo", entries, ["2031-01-02", "2031-01-05"])).toEqual([
    "2031-01-02 16:00 - 2031-01-02 17:00",
    "2031-01-03 20:00 - 2031-01-03 21:00",
    "2031-01-04 16:00 - 2031-01-04 17:00",
  ]);
});

test("ranges that overlap or touch are merged, also over midnight", () => {
  const entries = [
    weekly([5], "09:00", "12:00"),
    weekly([5], "11:00", "13:00"),
    weekly([5], "13:00", "14:00"),
    weekly([5], "20:00", "24:00"),
    weekly([6], "00:00", "04:00"),
  ];
  expect(open("UTC", entries, ["2031-01-03", "2031-01-06"])).toEqual([
    "2031-01-03 09:00 - 2031-01-03 14:00",
    "2031-01-03 20:00 - 2031-01-04 04:00",
  ]);
});

test("whole days are one range, also over a clock change", () => {
  expect(open("Europe/Berlin", [weekly(ALL_DAYS, "00:00", "24:00")], ["2031-03-29", "2031-04-01"])).toEqual([
    "2031-03-29 00:00 - 2031-04-01 00:00",
  ]);
});

test("ranges are limited to the requested time", () => {
  const hours = { timeZone: "UTC", entries: [weekly(ALL_DAYS, "09:00", "17:00")] };
  expect(showRanges(openRanges(hours, range("2031-01-03 10:00", "2031-01-03 11:00")))).toEqual([
    "2031-01-03 10:00 - 2031-01-03 11:00",
  ]);
});

// Europe/Berlin: 2031-03-30 02:00 → 03:00, 2031-10-26 03:00 → 02:00.
test("hours before and after a clock change keep their wall-clock time", () => {
  const entries = [weekly(ALL_DAYS, "00:30", "01:00"), weekly(ALL_DAYS, "09:00", "17:00")];
  expect(open("Europe/Berlin", entries, ["2031-03-29", "2031-03-31"])).toEqual([
    "2031-03-29 08:00 - 2031-03-29 16:00",
    "2031-03-29 23:30 - 2031-03-30 00:00",
    "2031-03-30 07:00 - 2031-03-30 15:00",
    "2031-03-30 22:30 - 2031-03-30 23:00",
  ]);
});

test("a time that doesn't exist moves forward by the length of the gap", () => {
  expect(
    open("Europe/Berlin", [weekly(ALL_DAYS, "02:30", "05:00")], ["2031-03-30", "2031-03-31"]),
    "02:30 is 03:30 in Berlin, 01:30 in UTC",
  ).toEqual(["2031-03-30 01:30 - 2031-03-30 03:00"]);
});

test("a range that is empty or reversed because of the gap is closed", () => {
  const entries = [weekly(ALL_DAYS, "02:00", "03:00"), weekly(ALL_DAYS, "02:45", "03:15")];
  expect(open("Europe/Berlin", entries, ["2031-03-30", "2031-03-31"])).toEqual([]);
});

test("a time that occurs twice means the first one", () => {
  const entries = [weekly(ALL_DAYS, "01:00", "02:30"), weekly(ALL_DAYS, "02:45", "04:00")];
  expect(open("Europe/Berlin", entries, ["2031-10-25", "2031-10-27"]).slice(2, 4)).toEqual([
    "2031-10-25 23:00 - 2031-10-26 00:30",
    "2031-10-26 00:45 - 2031-10-26 03:00",
  ]);
});

test("zones with an offset of half an hour or 45 minutes, and a change by half an hour, are exact", () => {
  const entries = [weekly(ALL_DAYS, "09:00", "10:00")];
  expect(open("Asia/Kathmandu", entries, ["2031-01-03", "2031-01-04"])).toEqual([
    "2031-01-03 03:15 - 2031-01-03 04:15",
  ]);
  expect(open("Australia/Lord_Howe", entries, ["2031-10-03", "2031-10-06"])).toEqual([
    "2031-10-03 22:30 - 2031-10-03 23:30",
    "2031-10-04 22:00 - 2031-10-04 23:00",
    "2031-10-05 22:00 - 2031-10-05 23:00",
  ]);
});

test("a day that a zone skipped moves into the next day", () => {
  // Samoa had no 2011-12-30.
  const entries = [override("2011-12-30", "09:00", "10:00"), override("2011-12-31", "12:00", "13:00")];
  expect(open("Pacific/Apia", entries, ["2011-12-29", "2012-01-02"])).toEqual([
    "2011-12-30 19:00 - 2011-12-30 20:00",
    "2011-12-30 22:00 - 2011-12-30 23:00",
  ]);
});
