import fc from "fast-check";
import { drawnEntries, drawnPeriod } from "#test/lib/calendar/availability/drawn-rules.ts";

/** A minute in milliseconds. */
export const MINUTE = 60_000;
/** A day in minutes. */
export const DAY = 1_440;
/** A Friday, two days before clocks change in Europe; in minutes since 1970. */
export const NOW = Date.parse("2031-03-28T07:13:20Z") / MINUTE;

const drawnAmounts = (range: { min: number; max: number }) =>
  fc.record(
    {
      PER_DAY: fc.integer(range),
      PER_WEEK: fc.integer(range),
      PER_MONTH: fc.integer(range),
      PER_YEAR: fc.integer(range),
    },
    { requiredKeys: [] },
  );
const date = fc.constantFrom("2031-03-27", "2031-03-28", "2031-03-29", "2031-03-30", "2031-03-31");
/** The hours of a schedule. */
export const drawnHours = fc.record({
  timeZone: fc.constantFrom(
    ...["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"],
  ),
  entries: drawnEntries(date),
});

/** The rules of an event type, and the hours of its host. */
export const rules = fc.record({
  hours: fc.option(drawnHours, { freq: 8 }),
  length: fc.constantFrom(15, 30, 45, 60, 90),
  step: fc.option(fc.constantFrom(10, 15, 20, 30)),
  offsetStart: fc.constantFrom(0, 0, 5),
  notice: fc.constantFrom(0, 60, 600),
  before: fc.constantFrom(0, 0, 10, 30),
  after: fc.constantFrom(0, 0, 7, 15),
  period: drawnPeriod(date),
});

/** Limits of bookings and of minutes, mostly of few periods. */
const drawnLimits = fc.option(
  fc.record({
    bookings: drawnAmounts({ min: 0, max: 5 }),
    minutes: drawnAmounts({ min: 0, max: 240 }),
    /** Whether the event type has bookings before it gets them. */
    isLater: fc.boolean(),
  }),
  { freq: 3 },
);

/** An event type, the bookings of its host, and the requests of callers. */
export const situation = fc.record({
  rules,
  seats: fc.option(fc.constantFrom(1, 2, 3), { freq: 2 }),
  limits: drawnLimits,
  viewerZone: fc.constantFrom("Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "UTC"),
  /** Starts of the host's bookings of another event type, in minutes from now. */
  others: fc.array(fc.integer({ min: 1, max: 3 * DAY }), { maxLength: 8 }),
  /** Busy times of two other calendars of the host, in minutes from now. */
  external: fc.array(
    fc.record({
      calendar: fc.nat({ max: 1 }),
      start: fc.integer({ min: 1, max: 3 * DAY }),
      length: fc.integer({ min: 1, max: 180 }),
    }),
    { maxLength: 5 },
  ),
  /** Which of the offered slots are booked or reserved; often the first one, so that shared slots become full. */
  taken: fc.array(fc.record({ slot: fc.oneof(fc.constant(0), fc.nat()), isReserved: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  }),
  /** Requested starts. */
  requested: fc.array(fc.integer({ min: 1, max: 4 * DAY }), { minLength: 12, maxLength: 12 }),
  /** Which of the remaining slots are booked. */
  chosen: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
});
export type Situation = typeof situation extends fc.Arbitrary<infer S> ? S : never;

/** A situation in which all slots of the first day are only closed by another calendar. */
export const BUSY_ELSEWHERE: Situation = {
  rules: {
    ...{ hours: null, length: 30, step: null, offsetStart: 0, notice: 0, before: 0, after: 0 },
    period: { type: "UNLIMITED" },
  },
  ...{ seats: null, limits: null, viewerZone: "UTC", others: [] },
  external: [{ calendar: 0, start: 1, length: DAY }],
  ...{ taken: [], requested: [60, 600], chosen: [] },
};
