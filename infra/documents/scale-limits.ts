import { handler as deliver } from "#functions/events/deliver.ts";
import { handler as fanOut } from "#functions/events/fan-out.ts";
import { handler as wake } from "#functions/events/wake.ts";
import { Settings } from "#infra/settings.ts";
import { DELIVERIES_AT_ONCE, fastLanes, MAX_AT_ONCE, ownerLanes } from "#lib/delivery/deliveries/lanes.ts";
import type { QueueSource } from "#lib/entry/http/spec.ts";
import { UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import { AUDIT_SHARDS } from "#lib/storage/table/audit-entity.ts";
import { DUE_SHARDS } from "#lib/storage/timers/due.ts";
import {
  AUTHORIZER,
  CALLS,
  EVENT,
  EVENTS_PER_BOOKING,
  LAMBDA,
  MEETING,
  MEETINGS_PER_BOOKING,
  runMs,
  UNAUTHORIZED,
  UNAUTHORIZED_PER_BOOKING,
  type Units,
} from "./units.ts";

/** Bookings a day of the largest company in docs/cost.md: the load 1 ×. */
export const BOOKINGS_A_DAY = 10_000;
/** The peak is so many times the average. */
export const PEAK = 10;
/** Half-hours of a day at which meetings start and end. */
export const HALF_HOURS = 16;
/** Minutes after which the events of meetings that start together should be sent. */
export const MINUTES_LATE = 5;
/** Write units a second that DynamoDB accepts for one partition key, and read units. */
export const KEY_WRITES = 1_000;
const KEY_READS = 3_000;

const sumOf = (pick: (units: Units) => number): number =>
  Object.values(CALLS).reduce((sum, units) => sum + units.perBooking * pick(units), 0);
const authorized = sumOf(() => 1);
const [publish, ...sending] = EVENT;
const changesPerBooking = EVENTS_PER_BOOKING - MEETINGS_PER_BOOKING;
/** Write units of publishing, fan-out and delivery of one event. */
const eventWrites = EVENT.reduce((sum, { writes = 0 }) => sum + writes, 0);
/** Write units of an audit entry: the item and its entries in two indexes. */
const AUDIT_WRITES = 3;

/** What one booking causes, with its share of all calls, events and meetings. */
export const PER_BOOKING = {
  calls: authorized + UNAUTHORIZED_PER_BOOKING,
  events: EVENTS_PER_BOOKING,
  meetings: MEETINGS_PER_BOOKING,
  writes:
    sumOf(({ writes = 0 }) => writes) +
    authorized * (AUTHORIZER.writes ?? 0) +
    EVENTS_PER_BOOKING * eventWrites +
    MEETINGS_PER_BOOKING * (MEETING.writes ?? 0) +
    changesPerBooking * AUDIT_WRITES,
  /** Seconds of all functions. */
  seconds:
    (sumOf(runMs) +
      authorized * runMs(AUTHORIZER) +
      UNAUTHORIZED_PER_BOOKING * runMs(UNAUTHORIZED) +
      EVENTS_PER_BOOKING * [publish, ...sending].reduce((sum, units) => sum + (units ? runMs(units) : 0), 0) +
      MEETINGS_PER_BOOKING * runMs(MEETING)) /
    1_000,
  /** Write units in the index of unpublished events: written, then removed. */
  unpublishedWrites: 2 * EVENTS_PER_BOOKING,
  /** Write units in the index of due meetings: a booking; then each event of its meeting is hidden (2), and its time moved (2) or removed (1). */
  dueWrites: 1 + (2 + 1.5) * MEETINGS_PER_BOOKING,
  auditWrites: changesPerBooking,
};

/** Bookings a second at the peak of the load 1 ×. */
export const PEAK_BOOKINGS = (BOOKINGS_A_DAY / 86_400) * PEAK;

const [, , attempt = publish] = EVENT;
const attemptSeconds = runMs(attempt ?? MEETING) / 1_000;

/** Deliveries a second of so many concurrent requests to subscribers that respond as in docs/cost.md. */
export const deliveryRate = (lanes: number): number => lanes / attemptSeconds;

/** Messages a second of a queue's consumer. Each message takes the CPU for the own time of a run; all wait for the table together. */
const consumerRate = ({ batchSize, maxConcurrency }: QueueSource, units: Units): number =>
  (maxConcurrency * batchSize * 1_000) / runMs({ ...units, waitMs: LAMBDA.ownMs * (batchSize - 1) });

/** Events of meetings a second that start or end together. */
export const meetingRate = consumerRate(wake.spec.source, MEETING);
/** Events of meetings that start or end together at the load 1 ×. */
export const MEETINGS_TOGETHER = (BOOKINGS_A_DAY * MEETINGS_PER_BOOKING) / HALF_HOURS;

/** A limit of the service, and the load at which it is reached, as a multiple of 1 ×. */
export interface Limit {
  name: string;
  capacity: string;
  reachedAt: number;
  action: string;
}

const text = (value: number): string => Math.round(value).toLocaleString("en");
const { throttleRate } = Settings.parse({});
/** AWS's default quotas of an account and region. */
const QUOTA = { apiCalls: 10_000, tableWrites: 40_000, newTableWrites: 4_000, concurrency: 1_000 };
const LARGEST_DELIVERY_CONCURRENCY = 1_000;

/** A limit of something that each booking uses so many times, in a second. */
function limitOf(
  name: string,
  rate: number,
  of: { perBooking: number; unit: string; action: string },
): Limit {
  const { perBooking, unit, action } = of;
  return { name, capacity: `${text(rate)} ${unit}`, reachedAt: rate / (perBooking * PEAK_BOOKINGS), action };
}

const shards = (count: number) => ({ rate: count * KEY_WRITES, unit: `write units (${count} keys)` });
const events = { perBooking: PER_BOOKING.events, unit: "deliveries" };
const lanesOf = (lanes: number) => `deliveries (${lanes} lanes)`;
const CELLS = "Divide the organizations between [cells](#beyond-one-account).";
const keyLimit = (name: string, count: number, perBooking: number): Limit =>
  limitOf(name, shards(count).rate, { perBooking, unit: shards(count).unit, action: CELLS });

/** All limits that depend on the load, the first that is reached first. */
export const LIMITS: readonly Limit[] = [
  limitOf("One webhook that receives all events", deliveryRate(MAX_AT_ONCE), {
    ...events,
    unit: lanesOf(MAX_AT_ONCE),
    action: "Raise `deliveryConcurrencyPerWebhook`, and `deliveryConcurrencyPerOwner` with it.",
  }),
  limitOf("All webhooks of one user", deliveryRate(fastLanes(ownerLanes(DELIVERIES_AT_ONCE))), {
    ...events,
    unit: lanesOf(fastLanes(ownerLanes(DELIVERIES_AT_ONCE))),
    action: "Raise `deliveryConcurrencyPerOwner`.",
  }),
  limitOf("A new table", QUOTA.newTableWrites, {
    perBooking: PER_BOOKING.writes,
    unit: "write units",
    action:
      "None if the load grows slowly: the table doubles its capacity. Set its warm throughput before a sudden start.",
  }),
  limitOf("`throttleRate`", throttleRate, {
    perBooking: PER_BOOKING.calls,
    unit: "calls",
    action: "Raise `throttleRate`.",
  }),
  limitOf("All webhooks", deliveryRate(deliver.spec.source.maxConcurrency), {
    ...events,
    unit: lanesOf(deliver.spec.source.maxConcurrency),
    action: "Raise `deliveryConcurrency`.",
  }),
  limitOf("Lambda concurrency of 1,000", QUOTA.concurrency, {
    perBooking: PER_BOOKING.seconds,
    unit: "concurrent runs",
    action: "Request a higher quota.",
  }),
  limitOf("Write quota of a table", QUOTA.tableWrites, {
    perBooking: PER_BOOKING.writes,
    unit: "write units",
    action: "Request a higher quota for the table.",
  }),
  limitOf("Calls of an account", QUOTA.apiCalls, {
    perBooking: PER_BOOKING.calls,
    unit: "calls",
    action: "Request a higher quota, then cells. The burst of 5,000 calls cannot be raised.",
  }),
  limitOf("`events.fan-out`", consumerRate(fanOut.spec.source, EVENT[1] ?? MEETING), {
    perBooking: PER_BOOKING.events,
    unit: "events",
    action: "Raise `maxConcurrency` in its spec.",
  }),
  {
    name: `\`events.wake\`: the meetings of a half-hour in ${MINUTES_LATE} minutes`,
    capacity: `${text(meetingRate)} events`,
    reachedAt: (meetingRate * MINUTES_LATE * 60) / MEETINGS_TOGETHER,
    action: "Raise `maxConcurrency` in its spec.",
  },
  limitOf("`deliveryConcurrency` of 1,000", deliveryRate(LARGEST_DELIVERY_CONCURRENCY), {
    ...events,
    unit: lanesOf(LARGEST_DELIVERY_CONCURRENCY),
    action: CELLS,
  }),
  keyLimit("Index of due meetings", DUE_SHARDS.meetings, PER_BOOKING.dueWrites),
  keyLimit("Index of unpublished events", UNPUBLISHED_SHARDS, PER_BOOKING.unpublishedWrites),
  limitOf("Item of the platform's webhooks", KEY_READS * fanOut.spec.source.batchSize, {
    perBooking: PER_BOOKING.events,
    unit: `events (one read per ${fanOut.spec.source.batchSize})`,
    action: CELLS,
  }),
  keyLimit("Index of the audit trail", AUDIT_SHARDS, PER_BOOKING.auditWrites),
].toSorted((one, other) => one.reachedAt - other.reachedAt);
