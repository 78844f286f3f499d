import { UNPUBLISHED_SHARDS } from "#lib/events/entity.ts";
import { DUE_SHARDS } from "#lib/timers/due.ts";

/** The consumption of one run of a function. Writes include those of indexes. */
export interface Units {
  reads?: number;
  writes?: number;
  roundTrips: number;
  /** Bytes of the log lines that the function writes. Default: `CALL_LOG_BYTES`. */
  logBytes?: number;
  queueRequests?: number;
  answerBytes?: number;
  /** Milliseconds of waiting for other services than the table. */
  waitMs?: number;
}

/**
 * The main calls, by the host of a booking, and their number per booking. Names of fields of the body follow after a space.
 * `test/infra/documents/cost.test.ts` measures reads and writes.
 */
export const CALLS = {
  "bookings.create": { perBooking: 1, reads: 0, writes: 19, roundTrips: 1, answerBytes: 2_000 },
  "bookings.create rescheduleUid": {
    perBooking: 0.05,
    reads: 2,
    writes: 28,
    roundTrips: 2,
    answerBytes: 2_000,
  },
  "bookings.get": { perBooking: 6, reads: 1, writes: 0, roundTrips: 1, answerBytes: 2_000 },
  /** Of four bookings. */
  "bookings.list": { perBooking: 4, reads: 2, writes: 0, roundTrips: 1, answerBytes: 8_000 },
  "bookings.update title": { perBooking: 0.1, reads: 0, writes: 2, roundTrips: 1, answerBytes: 2_000 },
  "bookings.update start, end": { perBooking: 0.05, reads: 1, writes: 17, roundTrips: 2, answerBytes: 2_000 },
  "bookings.cancel": { perBooking: 0.15, reads: 1, writes: 12, roundTrips: 2, answerBytes: 1_000 },
  "event-types.get": { perBooking: 4, reads: 1, writes: 0, roundTrips: 1, answerBytes: 1_200 },
};
/**
 * More calls, which the calculation of a company does not count: longer lists, free times and the tools of agents. The test measures
 * their reads and writes, too.
 */
export const OTHER_CALLS = {
  "`bookings.list` of 25 bookings": { reads: 10, writes: 0, roundTrips: 1, answerBytes: 50_000 },
  "`bookings.list` of 100 bookings": { reads: 38, writes: 0, roundTrips: 1, answerBytes: 200_000 },
  "`slots.list` of 7 days": { reads: 4, writes: 0, roundTrips: 2, answerBytes: 4_000 },
  "`reservations.create`": { reads: 0, writes: 8, roundTrips: 1, answerBytes: 300 },
  "`agents.mcp`: the list of tools": { reads: 0, writes: 0, roundTrips: 0, answerBytes: 27_000 },
  "`agents.mcp`: `find_slots` of 7 days": { reads: 4, writes: 0, roundTrips: 2, answerBytes: 4_000 },
  "`agents.mcp`: `create_booking`": { reads: 0, writes: 19, roundTrips: 1, answerBytes: 2_000 },
} satisfies Record<string, Units>;
/** Bytes of the log line of a call. */
export const CALL_LOG_BYTES = 450;

/** The authorizer of a call. */
export const AUTHORIZER: Units = { writes: 1, roundTrips: 1, logBytes: 130 };
/** The authorizer of a call without a credential. */
export const UNAUTHORIZED: Units = { roundTrips: 0, logBytes: 130, answerBytes: 1_000 };
/** Publishing an event, fan-out, and one delivery to a subscriber that responds in 200 ms. */
export const EVENT: Units[] = [
  { writes: 3, roundTrips: 1, logBytes: 350, queueRequests: 3 },
  { reads: 4, writes: 1, roundTrips: 3, logBytes: 370, queueRequests: 1 },
  { reads: 5, writes: 1, roundTrips: 2, logBytes: 770, queueRequests: 2, waitMs: 200 },
];
/** The event for the start or end of a meeting. */
export const MEETING: Units = { reads: 1, writes: 10, roundTrips: 2, logBytes: 620, queueRequests: 3 };
/** Queries of the function that runs every minute without work: one for each shard, each half a read unit. */
const SWEEP_QUERIES = Object.values(DUE_SHARDS).reduce((sum, count) => sum + count, UNPUBLISHED_SHARDS);
/** Connections of a function to DynamoDB. */
const CONNECTIONS = 16;
/** The function that runs every minute, without work. */
export const SWEEP: Units = {
  reads: SWEEP_QUERIES / 2,
  roundTrips: Math.ceil(SWEEP_QUERIES / CONNECTIONS),
  logBytes: 150,
};
