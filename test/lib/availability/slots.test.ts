import { describe, expect, test } from "vitest";
import type { Calendar, Hours, SlotRules } from "#lib/availability/calendar.ts";
import { busyTimeOf, findClosedRule, listSlotStarts } from "#lib/availability/slots.ts";
import { range, showRanges, showTime, utc } from "./minutes.ts";

/** Every day from 09:00 to 12:00. */
const mornings = (timeZone: string): Hours => ({
  timeZone,
  entries: [{ days: [0, 1, 2, 3, 4, 5, 6], date: null, from: 540, to: 720 }],
});
const rulesWith = (changes: Partial<SlotRules> = {}): SlotRules => ({
  timeZone: "UTC",
  length: 60,
  step: null,
  offsetStart: 0,
  notice: 0,
  before: 0,
  after: 0,
  period: { type: "UNLIMITED" },
  ...changes,
});
const LONG_AGO = utc("2031-01-01 00:00");
const ALWAYS: Calendar = { hours: null, busy: [] };

interface SlotRequest {
  rules?: Partial<SlotRules>;
  hours?: Hours | null;
  from?: string;
  to?: string;
  now?: string;
  busy?: [string, string][];
  viewerZone?: string;
}
/** The slots of a range; by default of Monday 2031-03-03. */
const slots = ({
  rules,
  hours = mornings("UTC"),
  from = "2031-03-03 00:00",
  to = "2031-03-04 00:00",
  now,
  busy = [],
  viewerZone = "UTC",
}: SlotRequest): string[] =>
  listSlotStarts(rulesWith(rules), range(from, to), {
    now: now === undefined ? LONG_AGO : utc(now),
    required: [{ hours, busy: busy.map(([start, end]) => range(start, end)) }],
    viewerZone,
  }).map(showTime);
/** The times of the slots of Monday 2031-03-03. */
const times = (request: SlotRequest): string[] => slots(request).map((slot) => slot.slice(11));

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
