import { hasExpired } from "#lib/claims/owner.ts";
import type { Limit } from "#lib/event-types/limits.ts";
import {
  type Count,
  type CountedReservations,
  changeCounter,
  keyOfCounter,
  minutesOf,
  type NamedCounter,
  reservationsIn,
} from "#lib/limits/counter.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { absent, all, any, atMost, type Condition, lessThan, present } from "#lib/table/condition.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { StoredBooking } from "./entity.ts";

/** A holder of time, as counters count it. A reservation has an `owner`: its name in counters. */
export type CountedTime = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime" | "countedIn"> & {
  owner?: string;
};

interface CounterMove {
  from?: CountedTime | undefined;
  /** A reservation that is used or deleted. */
  reservation?: CountedTime | undefined;
  to?: CountedTime | undefined;
  /** The limits that apply to `to`; without them it is only counted. */
  limits?: readonly Limit[];
}

/**
 * Creates the operations by which counters of limits count one holder of time instead of others. None if no limits apply, or the counts
 * stay the same. They fail with `no_available_users_found_error` if a limit is reached.
 */
export function moveCounters({ from, reservation, to, limits = [] }: CounterMove): Operation[] {
  const [before, reserved, after] = [countersOf(from), countersOf(reservation), countersOf(to)];
  const counters = new Map([...before, ...reserved, ...after]);
  return [...counters].flatMap(([id, counter]) => {
    const leaves = reserved.has(id) ? reservation : undefined;
    const joins = after.has(id) ? to : undefined;
    const parts = [countOf(joins, 1), countOf(before.has(id) ? from : undefined, -1), countOf(leaves, -1)];
    const change = { counter, add: parts.reduce(sumOf), joins, leaves };
    return changesNothing(change) ? [] : [moveInCounter(change, limits)];
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
 * Changes a counter, on the condition that a number that rises stays within its limit. Expired reservations count until a write that the
 * limit rejects removes them: `expired` are those that this one removes.
 */
function moveInCounter(
  change: CounterChange,
  limits: readonly Limit[],
  expired?: CountedReservations,
): Operation {
  const { counter, joins, leaves } = change;
  const owner = joins?.owner;
  const left = leaves?.owner === undefined ? [] : [leaves.owner];
  const removed = [...left, ...(expired?.owners ?? [])];
  const add = sumOf(change.add, { bookings: -(expired?.bookings ?? 0), minutes: -(expired?.minutes ?? 0) });
  const most = highestBefore(change, add, limits);
  const conditions = [...most.map(({ name, highest }) => atMost(name, highest)), ...removed.map(present)];
  if (owner !== undefined && !expired)
    conditions.push(any(absent("reserved"), lessThan("reserved", MANY_RESERVATIONS)));
  const isPossible = removed.length === 0 && most.every(({ highest }) => highest >= 0);
  return changeCounter(counter, {
    add: { ...add, ...reservedBy(Number(owner !== undefined) - removed.length) },
    ...(owner !== undefined && joins && { set: { [owner]: minutesOf(joins) } }),
    remove: removed,
    ...conditionOf(conditions, isPossible),
    ...(most.length > 0 && !expired && { failure: hostUnavailable("limit") }),
    fallback: (item = {}) => {
      if (left.some((name) => item[name] === undefined)) return withoutReservation(change, limits);
      const found = expired ? undefined : findExpired(item, left);
      return found && fits(item, found, most) ? moveInCounter(change, limits, found) : undefined;
    },
  });
}

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

/** The same change if the counter does not have the reservation that leaves: it has expired and was removed. */
function withoutReservation(change: CounterChange, limits: readonly Limit[]): Operation | "skip" {
  const { minutes, bookings } = countOf(change.leaves, 1);
  const rest = { ...change, add: sumOf(change.add, { bookings, minutes }), leaves: undefined };
  return changesNothing(rest) ? "skip" : moveInCounter(rest, limits);
}

const findExpired = (item: Record<string, unknown>, left: readonly string[]): CountedReservations => {
  const { owners } = reservationsIn(item, (owner) => hasExpired(owner) && !left.includes(owner));
  const removed = new Set(owners.slice(0, MAX_REMOVED));
  return reservationsIn(item, (owner) => removed.has(owner));
};

/** Whether the limits allow a change after the expired reservations are removed. */
const fits = (
  item: Record<string, unknown>,
  expired: Count,
  most: readonly { name: keyof Count; highest: number }[],
): boolean => most.every(({ name, highest }) => Number(item[name] ?? 0) - expired[name] <= highest);
