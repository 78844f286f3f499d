import { describe, expect, test } from "vitest";
import type { Hours } from "#lib/calendar/availability/calendar.ts";
import { slots, times } from "./slot-times.ts";

describe("the slots of an event type", () => {
  test("follow each other by their length, and end within the hours", () => {
    expect(times({})).toEqual(["09:00", "10:00", "11:00"]);
    expect(times({ rules: { length: 50 } })).toEqual(["09:00", "09:50", "10:40"]);
  });

  test("follow each other by the slot interval if there is one", () => {
    expect(times({ rules: { step: 30 } })).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00"]);
    expect(times({ rules: { length: 20, step: 60 } })).toEqual(["09:00", "10:00", "11:00"]);
  });

  test("start in the requested range, and may end after it", () => {
    expect(times({ from: "2031-03-03 10:00", to: "2031-03-03 11:00" })).toEqual(["10:00"]);
    expect(times({ from: "2031-03-03 10:00", to: "2031-03-03 11:01" })).toEqual(["10:00", "11:00"]);
  });

  test("do not overlap busy time, and continue directly after it", () => {
    expect(times({ rules: { length: 30 }, busy: [["2031-03-03 09:40", "2031-03-03 10:30"]] })).toEqual([
      "09:00",
      "10:30",
      "11:00",
      "11:30",
    ]);
  });

  test("have buffers that are free, but may be outside the hours", () => {
    const rules = { length: 30, before: 10, after: 20 };
    expect(times({ rules })).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"]);
    expect(times({ rules, busy: [["2031-03-03 10:20", "2031-03-03 10:50"]] })).toEqual([
      "09:00",
      "09:30",
      "11:00",
      "11:30",
    ]);
    expect(times({ rules, busy: [["2031-03-03 10:19", "2031-03-03 10:51"]] })).toEqual(["09:00", "11:30"]);
    expect(times({ rules, busy: [["2031-03-03 12:10", "2031-03-03 13:00"]] })).not.toContain("11:30");
  });

  test("don't depend on the order of busy times, nor on empty ones", () => {
    const busy: [string, string][] = [
      ["2031-03-03 11:00", "2031-03-03 11:30"],
      ["2031-03-03 09:30", "2031-03-03 09:30"],
      ["2031-03-03 09:00", "2031-03-03 09:30"],
      ["2031-03-03 09:10", "2031-03-03 09:20"],
    ];
    expect(times({ rules: { length: 30, before: 5 }, busy })).toEqual(["10:00", "10:30"]);
  });

  test("are offered at all hours without a schedule", () => {
    expect(
      slots({ hours: null, rules: { length: 480 }, from: "2031-03-03 00:00", to: "2031-03-05 00:00" }),
    ).toEqual([
      "2031-03-03 00:00",
      "2031-03-03 08:00",
      "2031-03-03 16:00",
      "2031-03-04 00:00",
      "2031-03-04 08:00",
      "2031-03-04 16:00",
    ]);
  });

  test("may continue over midnight if the hours do", () => {
    const hours: Hours = {
      timeZone: "UTC",
      entries: [
        { days: [1], date: null, from: 1_380, to: 1_440 },
        { days: [2], date: null, from: 0, to: 60 },
      ],
    };
    expect(slots({ hours, rules: { step: 30 } })).toEqual(["2031-03-03 23:00", "2031-03-03 23:30"]);
  });
});

describe("the first slot of a free range", () => {
  test.for([
    [120, "10:00"],
    [60, "10:00"],
    [90, "09:30"],
    [40, "09:20"],
    [45, "09:15"],
    [50, "09:10"],
    [25, "09:10"],
    [7, "09:07"],
  ] as const)("with an interval of %i minutes starts at a multiple of the grid: %s", ([step, start]) => {
    expect(times({ rules: { length: 15, step }, busy: [["2031-03-03 09:00", "2031-03-03 09:07"]] })[0]).toBe(
      start,
    );
  });

  test("is rounded up after the start of the requested range, and after the notice", () => {
    expect(times({ rules: { length: 30 }, from: "2031-03-03 10:05" })[0]).toBe("10:30");
    expect(times({ rules: { length: 30, notice: 60 }, now: "2031-03-03 09:05" })[0]).toBe("10:30");
  });

  test("is a round time for the viewer, also in zones with an offset of half an hour or 45 minutes", () => {
    expect(times({ viewerZone: "Asia/Kolkata" }), "15:00, 16:00 in India").toEqual(["09:30", "10:30"]);
    expect(times({ viewerZone: "Asia/Kathmandu" }), "15:00, 16:00 in Nepal").toEqual(["09:15", "10:15"]);
    expect(times({ rules: { length: 30 }, viewerZone: "Asia/Kathmandu" })).toEqual([
      "09:15",
      "09:45",
      "10:15",
      "10:45",
      "11:15",
    ]);
  });

  test("is a round time for the viewer on the day the viewer's clock changes by half an hour", () => {
    // Lord Howe: 2031-04-06 02:00 (+11:00) → 01:30 (+10:30), at 15:00 UTC of the day before.
    const rules = { length: 60 };
    const request = { rules, hours: null, viewerZone: "Australia/Lord_Howe", to: "2031-04-05 16:00" };
    expect(slots({ ...request, from: "2031-04-05 14:00" }), "01:00").toEqual([
      "2031-04-05 14:00",
      "2031-04-05 15:00",
    ]);
    expect(slots({ ...request, from: "2031-04-05 14:10" }), "02:00 exists only after the change").toEqual([
      "2031-04-05 15:30",
    ]);
  });

  test("moves by the offset of starts, and the interval stays", () => {
    expect(times({ rules: { length: 30, offsetStart: 10 } })).toEqual([
      "09:10",
      "09:40",
      "10:10",
      "10:40",
      "11:10",
    ]);
  });
});
