import type { Limit } from "#lib/event-types/limits.ts";
import { Failure } from "#lib/failures.ts";
import { equals } from "#lib/table/condition.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { claimUnique, type Operation, put, releaseUnique } from "#lib/table/operations.ts";
import { digestOf } from "#lib/table/pseudonym.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";
import { moveCounters } from "./move-counters.ts";
import { moveTime } from "./move-time.ts";
import type { ReservedTime } from "./reservations/writes.ts";

interface Move {
  /** The booking that the new one replaces, if it holds time. */
  from?: StoredBooking | undefined;
  to: StoredBooking;
  /** The limits that apply to the new one. */
  limits: readonly Limit[];
  conditionFailed?: ConditionFailed | undefined;
  /** The reservation of the new one. */
  reservation?: ReservedTime | undefined;
  /** Whether the caller can access the bookings of the new one's host. */
  canSeeBookings: boolean;
}

/**
 * Creates the operations by which a new booking gets its time and its idempotency key, and is counted.
 *
 * If both are in use, the first operation decides the failure. A caller who can access the host's bookings gets the failure of the key; if
 * the key is derived from the time, call `requireFreeTime` before the next attempt. Other callers always get that of the time, because that
 * of the key would reveal who has booked it.
 */
export function moveTimeAndKey({ canSeeBookings, ...move }: Move): Operation[] {
  const isExplained = canSeeBookings && !needsKeyRow(move.to);
  const [time, key] = [moveTime({ ...move, isExplained }), moveKey(move.from, move.to)];
  const counters = moveCounters({ ...move, reservation: move.reservation?.counted });
  return canSeeBookings ? [...key, ...time, ...counters] : [...time, ...key, ...counters];
}

type KeyHolder = Pick<
  StoredBooking,
  "id" | "userId" | "idempotencyKey" | "keyChosenBy" | "claim" | "otherHosts"
> & { eventTypeId?: number };
const kind = "idempotency-key";

/**
 * Returns the unique value of a key. Each host, or event type with several hosts, has one namespace for derived keys, and one for the keys
 * that each user sends, so that users can't occupy each other's keys. It contains a digest of the key, because clients choose keys of any text.
 */
function uniqueValue(booking: Omit<KeyHolder, "id" | "claim">): string {
  const { userId, idempotencyKey, keyChosenBy, otherHosts, eventTypeId } = booking;
  const owner = otherHosts === undefined ? `${userId}` : `event-type-${eventTypeId}`;
  const namespace = keyChosenBy === null ? owner : `${owner}/by-${keyChosenBy}`;
  return `${namespace}/${digestOf(idempotencyKey ?? "")}`;
}

/**
 * Whether a booking needs a row for its key. Bookings with the same derived key have the same times, so the claims already make it unique,
 * except in slots and with several hosts (ADR 0041).
 */
export const needsKeyRow = ({
  idempotencyKey,
  keyChosenBy,
  claim,
  otherHosts,
}: Omit<KeyHolder, "id" | "userId">): boolean =>
  idempotencyKey !== null &&
  (keyChosenBy !== null || claim === null || claim.slot !== null || otherHosts !== undefined);

/** Returns the key of the row of a booking's idempotency key. */
export const idempotencyKeyRow = (
  booking: Omit<KeyHolder, "id" | "claim">,
): { kind: string; value: string } => ({
  kind,
  value: uniqueValue(booking),
});

/** The failure of a booking whose idempotency key is in use. */
export const bookingAlreadyExists = (): Failure =>
  new Failure("booking_conflict", "This booking already exists.");

/**
 * Creates the operations that move the idempotency key from one holder to another. Without `from` the key is claimed, without `to` it is
 * released. They fail with `booking_conflict` if another booking has the key.
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
