/** The consumption of one run of a function. Writes include those of indexes. */
export interface Units {
  reads?: number;
  writes?: number;
  roundTrips: number;
  /** Milliseconds of waiting for other services than the table. */
  waitMs?: number;
}

/**
 * The main calls, by the host of a booking, and their number per booking. Names of fields of the body follow after a space.
 * `test/infra/documents/units.test.ts` measures reads and writes.
 */
export const CALLS = {
  "bookings.create": { perBooking: 1, reads: 0, writes: 19, roundTrips: 1 },
  "bookings.create rescheduleUid": {
    perBooking: 0.05,
    reads: 2,
    writes: 28,
    roundTrips: 2,
  },
  "bookings.get": { perBooking: 6, reads: 1, writes: 0, roundTrips: 1 },
  /** Of four bookings. */
  "bookings.list": { perBooking: 4, reads: 2, writes: 0, roundTrips: 1 },
  "bookings.update title": { perBooking: 0.1, reads: 0, writes: 2, roundTrips: 1 },
  "bookings.update start, end": { perBooking: 0.05, reads: 1, writes: 17, roundTrips: 2 },
  "bookings.cancel": { perBooking: 0.15, reads: 1, writes: 12, roundTrips: 2 },
  "event-types.get": { perBooking: 4, reads: 1, writes: 0, roundTrips: 1 },
};
/** The authorizer of a call. */
export const AUTHORIZER: Units = { writes: 1, roundTrips: 1 };
/** The authorizer of a call without a credential. */
export const UNAUTHORIZED: Units = { roundTrips: 0 };
/** Publishing an event, fan-out, and one delivery to a subscriber that responds in 200 ms. */
export const EVENT: Units[] = [
  { writes: 3, roundTrips: 1 },
  { reads: 5, writes: 1, roundTrips: 3 },
  { reads: 5, writes: 1, roundTrips: 2, waitMs: 200 },
];
/** The event for the start or end of a meeting. */
export const MEETING: Units = { reads: 1, writes: 10, roundTrips: 2 };

/** Each run of a function: 3 ms, 6 ms per round trip, and 300 ms for one cold start in 100 runs. */
export const LAMBDA = { ownMs: 3, roundTripMs: 6, startMs: 3 };
/** Milliseconds that one run of a function takes on average. */
export const runMs = ({ roundTrips, waitMs = 0 }: Units): number =>
  LAMBDA.ownMs + LAMBDA.startMs + roundTrips * LAMBDA.roundTripMs + waitMs;

/** Calls without a credential per booking. */
export const UNAUTHORIZED_PER_BOOKING = 0.5;
/** Events per booking, with those of meetings. */
export const EVENTS_PER_BOOKING = 2.95;
/** Starts and ends of meetings per booking. */
export const MEETINGS_PER_BOOKING = 1.7;
