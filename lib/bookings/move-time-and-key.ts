import type { Limit } from "#lib/event-types/limits.ts";
import { Failure } from "#lib/failures.ts";
import { addToCounter, type Count, keyOfCounter, minutesOf, type NamedCounter } from "#lib/limits/counter.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { absent, all, any, atMost, equals } from "#lib/table/condition.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { claimUnique, type Operation, put, releaseUnique } from "#lib/table/operations.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";
import { moveTime } from "./move-time.ts";
import type { Reserved } from "./reservations/writes.ts";

interface Move {
  /** The booking whose place the new one takes, if it holds time. */
  from?: StoredBooking | undefined;
  to: StoredBooking;
  /** The limits that the new one must keep. */
  limits: readonly Limit[];
  refused?: ConditionFailed | undefined;
  /** The reservation whose time the new one gets. */
  reservation?: Reserved | undefined;
  /** Whether the caller can see the bookings of the new one's host. */
  canSeeBookings: boolean;
}

/**
 * The writes by which a new booking gets its time and its idempotency key, and is counted. When both are in
 * use, the first one is the reason given.
 * A caller who can see the host's bookings is given the key; if it follows from the time, call `requireFreeTime` before the next try.
 * Others are given the time, whatever the key: they would learn who has booked it.
 */
export function moveTimeAndKey({ canSeeBookings, ...move }: Move): Operation[] {
  const isExplained = canSeeBookings && !needsKeyRow(move.to);
  const [time, key] = [moveTime({ ...move, isExplained }), moveKey(move.from, move.to)];
  const counters = moveCounters(move);
  return canSeeBookings ? [...key, ...time, ...counters] : [...time, ...key, ...counters];
}

type KeyHolder = Pick<
  StoredBooking,
  "id" | "userId" | "idempotencyKey" | "keyChosenBy" | "claim" | "otherHosts"
> & { eventTypeId?: number };
const kind = "idempotency-key";

/**
 * The unique value of a key. Each host, or event type with several hosts, has one space of derived keys, and one of sent keys for each user who sends some: nobody
 * can use up a key that another would derive or send. Hashed, because callers may send long ones.
 */
function uniqueValue(booking: Omit<KeyHolder, "id" | "claim">): string {
  const { userId, idempotencyKey, keyChosenBy, otherHosts, eventTypeId } = booking;
  const owner = otherHosts === undefined ? `${userId}` : `event-type-${eventTypeId}`;
  const space = keyChosenBy === null ? owner : `${owner}/by-${keyChosenBy}`;
  return `${space}/${sha256(idempotencyKey ?? "")}`;
}

/**
 * Whether a booking needs a row for its key. A derived key contains the event type and the times, so two bookings with the same one would
 * hold the same minutes, unless they share a slot: the claims make it unique already (ADR 0041).
 */
export const needsKeyRow = ({
  idempotencyKey,
  keyChosenBy,
  claim,
  otherHosts,
}: Omit<KeyHolder, "id" | "userId">): boolean =>
  idempotencyKey !== null &&
  (keyChosenBy !== null || claim === null || claim.slot !== null || otherHosts !== undefined);

/** The key of the row that says who has a booking's idempotency key. */
export const idempotencyKeyRow = (
  booking: Omit<KeyHolder, "id" | "claim">,
): { kind: string; value: string } => ({
  kind,
  value: uniqueValue(booking),
});

/** The failure of a booking whose idempotency key another one has. */
export const bookingAlreadyExists = (): Failure =>
  new Failure("booking_conflict", "This booking already exists.");

/**
 * The writes that carry the idempotency key from one holder to another; either may be missing (claiming, releasing).
 * A key that somebody else has is refused with `booking_conflict`.
 */
export function moveKey(from: KeyHolder | undefined, to: KeyHolder | undefined): Operation[] {
  const before = from && needsKeyRow(from) ? uniqueValue(from) : undefined;
  const after = to && needsKeyRow(to) ? uniqueValue(to) : undefined;
  const failure = bookingAlreadyExists();
  if (from && to && before !== undefined && before === after) {
    if (from.id === to.id) return [];
    return [
      put(UniqueItem, { kind, value: before, owner: to.id }, { if: equals("owner", from.id), failure }),
    ];
  }
  return [
    ...(before === undefined ? [] : [releaseUnique({ kind, value: before })]),
    ...(to && after !== undefined ? [claimUnique({ kind, value: after, owner: to.id }, failure)] : []),
  ];
}

type CountedTime = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime" | "countedIn">;

interface CounterMove {
  from?: CountedTime | undefined;
  to?: CountedTime | undefined;
  /** The limits that `to` must keep; without them it is only counted. */
  limits?: readonly Limit[];
}

/**
 * The writes by which the counters of limits count one holder of time instead of another. None if no limits apply, or nothing changes in
 * their periods. The writes fail with `no_available_users_found_error` if a limit is reached.
 */
export function moveCounters({ from, to, limits = [] }: CounterMove): Operation[] {
  const [before, after] = [countersOf(from), countersOf(to)];
  const counters = new Map([...before, ...after]);
  return [...counters].flatMap(([id, counter]) => {
    const [wasCounted, isCounted] = [before.has(id), after.has(id)];
    const add = {
      bookings: Number(isCounted) - Number(wasCounted),
      minutes: (to && isCounted ? minutesOf(to) : 0) - (from && wasCounted ? minutesOf(from) : 0),
    };
    return add.bookings === 0 && add.minutes === 0 ? [] : [changeCounter(counter, add, limits)];
  });
}

const countersOf = (holder: CountedTime | undefined): Map<string, NamedCounter> =>
  new Map(
    (holder?.countedIn ?? []).map((name) => {
      const eventTypeId = holder?.eventTypeId ?? 0;
      return [`${eventTypeId}/${name}`, { eventTypeId, name }];
    }),
  );

/** Adds to a counter. What rises must keep the limit. */
function changeCounter(counter: NamedCounter, add: Count, limits: readonly Limit[]): Operation {
  const limit = limits.find(({ kind }) => kind === keyOfCounter(counter).kind);
  const limited = (["bookings", "minutes"] as const).flatMap((name) => {
    const most = limit?.[name];
    return most === undefined || add[name] <= 0 ? [] : [{ name, left: most - add[name] }];
  });
  if (limited.length === 0) return addToCounter(counter, add);
  const isWithin = all(...limited.map(({ name, left }) => atMost(name, left)));
  const isPossible = limited.every(({ left }) => left >= 0);
  return addToCounter(counter, add, {
    if: isPossible ? any(absent("pk"), isWithin) : isWithin,
    failure: hostUnavailable("limit"),
  });
}
