import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOccurrences } from "#lib/calendar/external/recurrence.ts";
import { parseRule } from "#lib/calendar/external/recurrence-rule.ts";

const MINUTE = 60_000;
const SEED = 2031;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

interface Case {
  rule: string;
  start: string;
  end: string;
}

const numbers = (min: number, max: number, maxLength = 4) =>
  fc.uniqueArray(
    fc.integer({ min, max }).filter((number) => number !== 0),
    { minLength: 1, maxLength },
  );
const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 4 });
/** dateutil drops weekdays without a number beside those with one. */
const nthWeekdays = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), fc.constantFrom(...WEEKDAYS))
    .map((parts) => parts.join("")),
  { minLength: 1, maxLength: 3 },
);
/** Undefined in half of the cases: with `freq: 1` it always is. */
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });

/** Parts that each frequency may have (RFC 5545 §3.3.10). */
const days = {
  MINUTELY: fc.record({ BYDAY: sometimes(weekdays), BYHOUR: sometimes(numbers(1, 23)) }),
  HOURLY: fc.record({ BYDAY: sometimes(weekdays), BYMINUTE: sometimes(numbers(1, 59, 2)) }),
  DAILY: fc.record({ BYDAY: sometimes(weekdays), BYMONTHDAY: sometimes(numbers(-31, 31)) }),
  WEEKLY: fc.record({ BYDAY: sometimes(weekdays) }),
  MONTHLY: fc.oneof(
    fc.record({ BYDAY: nthWeekdays }),
    fc.record({ BYDAY: sometimes(fc.oneof(weekdays, nthWeekdays)), BYMONTHDAY: sometimes(numbers(-31, 31)) }),
  ),
  YEARLY: fc.oneof(
    fc.record({ BYDAY: nthWeekdays }),
    fc.record({ BYDAY: sometimes(fc.oneof(weekdays, nthWeekdays)), BYMONTHDAY: sometimes(numbers(-31, 31)) }),
    fc.record({ BYYEARDAY: numbers(-366, 366) }),
    // Without BYDAY, dateutil has all days of a week instead of the weekday of the start.
    fc.record({ BYWEEKNO: numbers(-53, 53), BYDAY: weekdays }),
  ),
};

/** With shorter ones, a rule may take more steps than allowed. */
const INTERVALS: Record<string, { min: number; max: number }> = {
  MINUTELY: { min: 60, max: 999 },
  HOURLY: { min: 2, max: 4 },
};

const anyCase: fc.Arbitrary<Case> = fc
  .constantFrom("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "MINUTELY")
  .chain((frequency) =>
    fc.record({
      parts: fc.record<Record<string, unknown>>({
        FREQ: fc.constant(frequency),
        INTERVAL: fc.integer(INTERVALS[frequency] ?? { min: 1, max: 4 }),
        BYMONTH: sometimes(numbers(1, 12)),
        WKST: sometimes(fc.constantFrom("SU", "MO", "WE")),
        // In the first week, dateutil counts positions from the start.
        BYSETPOS: ["MINUTELY", "WEEKLY"].includes(frequency)
          ? fc.constant(undefined)
          : sometimes(fc.constantFrom(1, -1, 2, "1,-1")),
        COUNT: sometimes(fc.integer({ min: 1, max: 40 })),
      }),
      days: days[frequency],
      start: fc.integer({ min: Date.UTC(2020, 0, 1) / MINUTE, max: Date.UTC(2030, 0, 1) / MINUTE }),
    }),
  )
  .map(({ parts, days: selected, start }) => ({
    rule: Object.entries({ ...parts, ...selected })
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
      .join(";"),
    start: isoMinute(start),
    end: isoMinute(start + 400 * 1_440),
  }));

const isoMinute = (minute: number): string => new Date(minute * MINUTE).toISOString().slice(0, 16);
const minuteOf = (iso: string): number => Date.parse(`${iso}Z`) / MINUTE;

test("500 random rules have the same occurrences as in dateutil", () => {
  const cases = fc.sample(anyCase, { numRuns: 500, seed: SEED });
  const printed = execFileSync("/usr/bin/python3", [`${import.meta.dirname}/random-rules.py`], {
    input: cases.map((each) => JSON.stringify(each)).join("\n"),
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const expected: string[][] = printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  let occurrences = 0;
  for (const [index, { rule, start, end }] of cases.entries()) {
    const range = { start: minuteOf(start), from: minuteOf(start), to: minuteOf(end) };
    // The start counts though the rule leaves it out, so a count is one less for the reference.
    const listed = listOccurrences(parseRule(rule), range, () => undefined).map(isoMinute);
    const reference = expected[index] ?? [];
    const startIsOne = reference[0] === start;
    occurrences += reference.length;
    const isComplete = reference.length === Number(/COUNT=(\d+)/.exec(rule)?.[1]);
    const rest = isComplete && !startIsOne ? reference.slice(0, -1) : reference;
    expect(listed, `${rule} from ${start}`).toEqual(startIsOne ? reference : [start, ...rest]);
  }
  expect(occurrences).toBeGreaterThan(10_000);
});
