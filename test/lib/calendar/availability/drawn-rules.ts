import fc from "fast-check";
import type { HoursEntry, Period } from "#lib/calendar/availability/calendar.ts";

const DAY = 1_440;

/** Minutes of the day, mostly round ones. Not 23:59, because the API reads it as midnight at the end of a range. */
const time = fc.oneof(
  fc.integer({ min: 0, max: 48 }).map((half) => half * 30),
  fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: DAY }).filter((minute) => minute !== DAY - 1),
);
const dayRange = fc
  .uniqueArray(time, { minLength: 2, maxLength: 2 })
  .map((times) => ({ from: Math.min(...times), to: Math.max(...times) }));
const closedDay = time.map((minute) => ({ from: minute, to: minute }));

const weekly: fc.Arbitrary<HoursEntry> = fc
  .tuple(dayRange, fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 4 }))
  .map(([range, days]) => ({ ...range, days, date: null }));

/** Draws the entries of a schedule: weekly hours, and overrides of some dates. */
export const drawnEntries = (dates: fc.Arbitrary<string>): fc.Arbitrary<HoursEntry[]> => {
  const override = fc
    .tuple(fc.oneof({ weight: 3, arbitrary: dayRange }, closedDay), dates)
    .map(([range, date]): HoursEntry => ({ ...range, days: [], date }));
  return fc
    .tuple(fc.array(weekly, { minLength: 1, maxLength: 6 }), fc.array(override, { maxLength: 3 }))
    .map((parts) => parts.flat());
};

/** Draws a booking window. */
export const drawnPeriod = (dates: fc.Arbitrary<string>): fc.Arbitrary<Period> =>
  fc.oneof(
    fc.constant<Period>({ type: "UNLIMITED" }),
    fc.record({
      type: fc.constant("ROLLING" as const),
      days: fc.integer({ min: 1, max: 4 }),
      countWeekends: fc.boolean(),
    }),
    fc.tuple(dates, dates).map((pair): Period => {
      const [start = "", end = ""] = pair.toSorted();
      return { type: "RANGE", start, end };
    }),
  );
