import { describe, expect, test } from "vitest";
import type { Calendar } from "#lib/calendar/availability/calendar.ts";
import { busyTimeOf, findClosedRule, listSlotStarts } from "#lib/calendar/availability/slots.ts";
import { range, showRanges, utc } from "./minutes.ts";
import { LONG_AGO, mornings, rulesWith, type SlotRequest, slots, times } from "./slot-times.ts";

const ALWAYS: Calendar = { hours: null, busy: [] };

describe("notice and booking window", () => {
  test("a slot starts at the earliest when the notice has passed", () => {
    expect(times({ rules: { notice: 120 }, now: "2031-03-03 08:00" })).toEqual(["10:00", "11:00"]);
    const required = [{ hours: mornings("UTC"), busy: [] }];
    const late = { now: utc("2031-03-03 08:00") + 0.5, required, viewerZone: "UTC" };
    expect(
      listSlotStarts(rulesWith({ notice: 120 }), range("2031-03-03 00:00", "2031-03-04 00:00"), late),
    ).toEqual([utc("2031-03-03 11:00")]);
  });

  const days = (request: SlotRequest): string[] => [
    ...new Set(slots(request).map((slot) => slot.slice(0, 10))),
  ];
  const twoWeeks = { from: "2031-03-03 00:00", to: "2031-03-17 00:00" };

  test("a rolling window ends with the last minute of the last day", () => {
    const period = { type: "ROLLING", days: 2, countWeekends: true } as const;
    expect(days({ ...twoWeeks, rules: { period }, now: "2031-03-07 08:00" })).toEqual([
      "2031-03-07",
      "2031-03-08",
      "2031-03-09",
    ]);
    const atNight = rulesWith({ period });
    const context = { now: utc("2031-03-07 23:59"), required: [ALWAYS] };
    expect(findClosedRule(atNight, range("2031-03-09 23:59", "2031-03-10 00:59"), context)).toBe(undefined);
    expect(findClosedRule(atNight, range("2031-03-10 00:00", "2031-03-10 01:00"), context)).toBe("window");
  });

  test("a rolling window of working days counts Monday to Friday, and leaves weekends within it open", () => {
    const period = { type: "ROLLING", days: 2, countWeekends: false } as const;
    expect(days({ ...twoWeeks, rules: { period }, now: "2031-03-07 08:00" }), "from a Friday").toEqual([
      "2031-03-07",
      "2031-03-08",
      "2031-03-09",
      "2031-03-10",
      "2031-03-11",
    ]);
    expect(days({ ...twoWeeks, rules: { period }, now: "2031-03-08 08:00" }).at(-1)).toBe("2031-03-11");
  });

  test("a window between two dates includes both", () => {
    const period = { type: "RANGE", start: "2031-03-05", end: "2031-03-06" } as const;
    expect(days({ ...twoWeeks, rules: { period } })).toEqual(["2031-03-05", "2031-03-06"]);
  });

  test("the days of a window are those of the schedule's zone", () => {
    const period = { type: "RANGE", start: "2031-03-05", end: "2031-03-05" } as const;
    const rules = rulesWith({ timeZone: "Asia/Tokyo", period });
    const context = { now: LONG_AGO, required: [ALWAYS] };
    const at = (start: string) => findClosedRule(rules, { from: utc(start), to: utc(start) + 60 }, context);
    expect(["2031-03-04 14:59", "2031-03-04 15:00", "2031-03-05 14:59", "2031-03-05 15:00"].map(at)).toEqual([
      "window",
      undefined,
      undefined,
      "window",
    ]);
  });
});

describe("an interval is closed", () => {
  const period = { type: "RANGE", start: "2031-03-04", end: "2031-03-04" } as const;
  const rules = rulesWith({ notice: 180, period });
  const busy = [range("2031-03-03 09:00", "2031-03-03 09:30")];
  const context = { now: utc("2031-03-03 07:00"), required: [{ hours: mornings("UTC"), busy }] };
  const at = (from: string, to: string) => findClosedRule(rules, range(from, to), context);

  test("by the first of: hours, busy time, notice, window", () => {
    expect(at("2031-03-03 08:30", "2031-03-03 09:30")).toBe("hours");
    expect(at("2031-03-03 11:30", "2031-03-03 12:01")).toBe("hours");
    expect(at("2031-03-03 09:00", "2031-03-03 10:00")).toBe("busy");
    expect(at("2031-03-03 09:30", "2031-03-03 10:30")).toBe("notice");
    expect(at("2031-03-03 10:30", "2031-03-03 11:30")).toBe("window");
    expect(at("2031-03-04 10:30", "2031-03-04 11:30")).toBe(undefined);
  });

  test("only by these rules: starts need not be on the grid", () => {
    expect(at("2031-03-04 10:07", "2031-03-04 11:07")).toBe(undefined);
  });
});

test("the busy time that affects slots includes buffers and the end of the last slot", () => {
  const time = busyTimeOf(
    rulesWith({ before: 10, after: 20 }),
    range("2031-03-03 00:00", "2031-03-04 00:00"),
  );
  expect(showRanges([time])).toEqual(["2031-03-02 23:50 - 2031-03-04 01:20"]);
});
