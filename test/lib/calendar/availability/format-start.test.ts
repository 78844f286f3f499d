import fc from "fast-check";
import { expect, test } from "vitest";
import { startFormatter } from "#lib/calendar/availability/format-start.ts";
import { utc } from "./minutes.ts";

test("a start has the offset and the date of a zone", () => {
  const start = utc("2031-03-04 09:20");
  const show = (timeZone: string | undefined) => startFormatter(timeZone)(start);
  expect(show("Europe/Berlin")).toEqual({ date: "2031-03-04", time: "2031-03-04T10:20:00+01:00" });
  expect(show("Asia/Kathmandu")).toEqual({ date: "2031-03-04", time: "2031-03-04T15:05:00+05:45" });
  expect(show("Pacific/Kiritimati")).toEqual({ date: "2031-03-04", time: "2031-03-04T23:20:00+14:00" });
  expect(show("Pacific/Marquesas")).toEqual({ date: "2031-03-03", time: "2031-03-03T23:50:00-09:30" });
  expect(show("UTC")).toEqual({ date: "2031-03-04", time: "2031-03-04T09:20:00+00:00" });
});

test("a start without a zone is in UTC, with milliseconds", () => {
  expect(startFormatter(undefined)(utc("2031-03-04 09:20"))).toEqual({
    date: "2031-03-04",
    time: "2031-03-04T09:20:00.000Z",
  });
});

test("the offset changes with the clocks", () => {
  // Berlin: 2031-10-26 03:00 → 02:00.
  expect(startFormatter("Europe/Berlin")(utc("2031-10-26 00:59")).time).toBe("2031-10-26T02:59:00+02:00");
  expect(startFormatter("Europe/Berlin")(utc("2031-10-26 01:00")).time).toBe("2031-10-26T02:00:00+01:00");
});

test("the time of a start is that minute in every zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, ...Intl.supportedValuesOf("timeZone")),
      fc.integer({ min: utc("2025-01-01 00:00"), max: utc("2037-12-31 00:00") }),
      (timeZone, start) => {
        const { date, time } = startFormatter(timeZone)(start);
        expect(Date.parse(time) / 60_000).toBe(start);
        expect(time.startsWith(date)).toBe(true);
      },
    ),
  );
});
