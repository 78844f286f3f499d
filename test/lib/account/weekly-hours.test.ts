import { expect, test } from "vitest";
import { weeklyHours } from "#lib/account/weekly-hours.ts";
import type { Availability } from "#lib/calendar/schedules/schema.ts";

const entry = (days: number[], more: Partial<Availability> = {}): Availability => ({
  id: 1,
  scheduleId: 1,
  eventTypeId: null,
  days,
  startTime: "09:00:00",
  endTime: "17:30:00",
  date: null,
  ...more,
});

const linesOf = (...availability: Availability[]): string[] =>
  weeklyHours({ availability }).map((line) => line.replaceAll("\u2060", ""));

test("weekly hours are lines with ranges of days, from Monday to Sunday", () => {
  expect(linesOf(entry([1, 2, 3, 4, 5]))).toEqual(["Mon–Fri 09:00–17:30"]);
  expect(linesOf(entry([0, 6, 1]), entry([0, 1, 2, 3, 4, 5, 6]))).toEqual([
    "Mon, Sat, Sun 09:00–17:30",
    "Mon–Sun 09:00–17:30",
  ]);
  expect(linesOf(entry([1, 2, 3, 5, 6]))).toEqual(["Mon–Wed, Fri, Sat 09:00–17:30"]);
});

test("each date counts once, and a long list is cut", () => {
  const date = { date: "2031-03-04" };
  expect(linesOf(entry([], date), entry([], date))).toEqual(["No weekly hours", "1 date with other hours"]);
  expect(linesOf(entry([], date), entry([], { date: "2031-03-05" }))).toContain("2 dates with other hours");
  const many = linesOf(...Array.from({ length: 9 }, () => entry([1])));
  expect(many).toHaveLength(7);
  expect(many.at(-1)).toBe("and 3 more");
});
