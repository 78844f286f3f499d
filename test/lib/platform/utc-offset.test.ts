import { expect, test } from "vitest";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";

test.each([
  ["UTC", "2026-01-15T12:00:00Z", 0],
  ["Europe/Zurich", "2026-01-15T12:00:00Z", 60],
  ["Europe/Zurich", "2026-07-15T12:00:00Z", 120],
  ["America/New_York", "2026-01-15T12:00:00Z", -300],
  ["Asia/Kolkata", "2026-01-15T12:00:00Z", 330],
  ["America/St_Johns", "2026-01-15T12:00:00Z", -210],
  ["Australia/Lord_Howe", "2026-01-15T12:00:00Z", 660],
  ["Pacific/Kiritimati", "2026-01-15T12:00:00Z", 840],
])("%s at %s is %i minutes ahead of UTC", (timeZone, instant, minutes) => {
  expect(utcOffsetMinutes(timeZone, instant)).toBe(minutes);
});

test("the offset changes in the minute in which daylight saving time starts", () => {
  expect(utcOffsetMinutes("Europe/Zurich", "2026-03-29T00:59:00Z")).toBe(60);
  expect(utcOffsetMinutes("Europe/Zurich", "2026-03-29T01:00:00Z")).toBe(120);
});
