import { expect, test } from "vitest";
import { weeklyHours } from "#lib/account/weekly-hours.ts";
import type { Availability } from "#lib/schedules/schema.ts";

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

const shown = (...availability: Availability[]): string[] =>
  weeklyHours({ availability }).map((line) => line.replaceAll("\u2060", ""));

test("weekly hours are lines with ranges of days, from Monday to Sunday", () => {
  expect(shown(entry([1, 2, 3, 4, 5]))).toEqual(["Mon–Fri 09:00–17:30"]);
  expect(shown(entry([0, 6, 1]), entry([0, 1, 2, 3, 4, 5, 6]))).toEqual([
    "Mon, Sat, Sun 09:00–17:30",
    "Mon–Sun 09:00–17:30",
  ]);
  expect(shown(entry([1, 2, 3, 5, 6]))).toEqual(["Mon–Wed, Fri, Sat 09:00–17:30"]);
});

test("dates are counted once each, and many lines are cut", () => {
  const date = { date: "2031-03-04" };
  expect(shown(entry([], date), entry([], date))).toEqual(["No weekly hours", "1 date with other hours"]);
  expect(shown(entry([], date), entry([], { date: "2031-03-05" }))).toContain("2 dates with other hours");
  const many = shown(...Array.from({ length: 9 }, () => entry([1])));
  expect(many).toHaveLength(7);
  expect(many.at(-1)).toBe("and 3 more");
});
