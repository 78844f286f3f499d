import { hasExpired } from "#lib/calendar/claims/owner.ts";
import type { Limit } from "#lib/calendar/event-types/limits.ts";
import { hostUnavailable } from "#lib/calendar/slots/host-unavailable.ts";
import { absent, all, any, atMost, type Condition, lessThan, present } from "#lib/storage/table/condition.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import type { StoredBooking } from "./entity.ts";
import {
  type Count,
  type CountedReservations,
  CounterItem,
  changeCounter,
  keyOfCounter,
  minutesOf,
  type NamedCounter,
  reservationsIn,
} from "./limits/counter.ts";

/** A holder of time, as counters count it. A reservation has an `owner`: its name in counters. */
export type CountedTime = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime" | "countedIn"> & {
  owner?: string;
};

interface CountChange {
  /** What is no longer counted. */
  before?: CountedTime | undefined;
  /** A reservation that is used or deleted. */
  reservation?: CountedTime | undefined;
  after?: CountedTime | undefined;
  /** The limits that apply to `after`; without them it is only counted. */
  limits?: readonly Limit[] | undefined;
}

/**
 * Creates the operations by which counters of limits count one holder of time instead of others. None if no limits apply, or the counts
 * stay the same.
 *
 * @throws {Failure} `no_available_users_found_error` if a counter was seen at its limit
 */
export function counterWrites(
  { before, reservation, after, limits = [] }: CountChange,
  seen: SeenItems,
): Operation[] {
  const [countedBefore, reserved, countedAfter] = [before, reservation, after].map(countersOf);
  const counters = new Map([...(countedBefore ?? []), ...(reserved ?? []), ...(countedAfter ?? [])]);
  return [...counters].flatMap(([id, counter]) => {
    const leaves = reserved?.has(id) ? reservation : undefined;
    const joins = countedAfter?.has(id) ? after : undefined;
    const left = countedBefore?.has(id) ? before : undefined;
    const add = [countOf(joins, 1), countOf(left, -1), countOf(leaves, -1)].reduce(sumOf);
    return writeCounter({ counter, add, joins, leaves }, limits, seen);
  });
}

const countersOf = (holder: CountedTime | undefined): Map<string, NamedCounter> =>
  new Map(
    (holder?.countedIn ?? []).map((name) => {
      const eventTypeId = holder?.eventTypeId ?? 0;
      return [`${eventTypeId}/${name}`, { eventTypeId, name }];
    }),
  );

const countOf = (holder: CountedTime | undefined, sign: 1 | -1): Count =>
  holder ? { bookings: sign, minutes: sign * minutesOf(holder) } : { bookings: 0, minutes: 0 };

const sumOf = (one: Count, other: Count): Count => ({
  bookings: one.bookings + other.bookings,
  minutes: one.minutes + other.minutes,
});

/** The change of one counter. */
interface CounterChange {
  counter: NamedCounter;
  add: Count;
  joins: CountedTime | undefined;
  /** The reservation that leaves. */
  leaves: CountedTime | undefined;
}

const changesNothing = ({ add, joins, leaves }: CounterChange): boolean =>
  add.bookings === 0 && add.minutes === 0 && joins?.owner === undefined && leaves === undefined;

/** Reservations in a counter from which on a new one first removes those that have expired, so that the counter stays small. */
const MANY_RESERVATIONS = 50;
/** The most expired reservations that one write removes: each is a part of its condition. */
const MAX_REMOVED = 100;

/**
 * Changes a counter, on the condition that a number that rises stays within its limit. Expired reservations count until the counter was
 * seen with them: then the same write removes them.
 */
function writeCounter(requested: CounterChange, limits: readonly Limit[], seen: SeenItems): Operation[] {
  const key = keyOfCounter(requested.counter);
  const row = seen.has(CounterItem, key) ? (seen.row(CounterItem, key) ?? {}) : undefined;
  const change = row ? withoutRemovedReservation(requested, row) : requested;
  if (changesNothing(change)) return [];
  const { counter, joins, leaves } = change;
  const owner = joins?.owner;
  const left = leaves?.owner === undefined ? [] : [leaves.owner];
  const expired = row ? findExpired(row, left) : NO_RESERVATIONS;
  const removed = [...left, ...expired.owners];
  const add = sumOf(change.add, { bookings: -expired.bookings, minutes: -expired.minutes });
  const most = highestBefore(change, add, limits);
  if (row && most.some(({ name, highest }) => Number(row[name] ?? 0) > highest))
    throw hostUnavailable("limit");
  const conditions = [...most.map(({ name, highest }) => atMost(name, highest)), ...removed.map(present)];
  if (owner !== undefined && !row)
    conditions.push(any(absent("reserved"), lessThan("reserved", MANY_RESERVATIONS)));
  const isPossible = removed.length === 0 && most.every(({ highest }) => highest >= 0);
  return [
    changeCounter(counter, {
      add: { ...add, ...reservedBy(Number(owner !== undefined) - removed.length) },
      ...(owner !== undefined && joins && { set: { [owner]: minutesOf(joins) } }),
      remove: removed,
      ...conditionOf(conditions, isPossible),
    }),
  ];
}

const NO_RESERVATIONS: CountedReservations = { owners: [], bookings: 0, minutes: 0 };

const reservedBy = (reserved: number): Record<string, number> => (reserved === 0 ? {} : { reserved });

function conditionOf(conditions: readonly Condition[], isPossible: boolean): { if?: Condition } {
  if (conditions.length === 0) return {};
  return { if: isPossible ? any(absent("pk"), all(...conditions)) : all(...conditions) };
}

/** The numbers that rise and are limited, with the highest value before the change. */
function highestBefore({ counter, add }: CounterChange, total: Count, limits: readonly Limit[]) {
  const limit = limits.find(({ kind }) => kind === keyOfCounter(counter).kind);
  return (["bookings", "minutes"] as const).flatMap((name) => {
    const most = limit?.[name];
    return most === undefined || add[name] <= 0 ? [] : [{ name, highest: most - total[name] }];
  });
}

/** The same change without the reservation that leaves, if the counter does not have it: it has expired and was removed. */
function withoutRemovedReservation(change: CounterChange, row: Record<string, unknown>): CounterChange {
  const { leaves } = change;
  if (leaves?.owner === undefined || row[leaves.owner] !== undefined) return change;
  const { minutes, bookings } = countOf(leaves, 1);
  return { ...change, add: sumOf(change.add, { bookings, minutes }), leaves: undefined };
}

function findExpired(row: Record<string, unknown>, left: readonly string[]): CountedReservations {
  const { owners } = reservationsIn(row, (owner) => hasExpired(owner) && !left.includes(owner));
  const removed = new Set(owners.slice(0, MAX_REMOVED));
  return reservationsIn(row, (owner) => removed.has(owner));
}
