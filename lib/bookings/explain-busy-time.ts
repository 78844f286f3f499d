import { ClaimRow, claimedMinutes, minuteAttribute } from "#lib/calendar/claims/claims.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { bookingAlreadyExists, needsKeyRow } from "./booking-key.ts";
import { BookingItem, BookingPointer, type StoredBooking } from "./entity.ts";
import { holdsTime } from "./status.ts";

interface BusyTime {
  /** The booking that the new one replaces. */
  replaced: StoredBooking | undefined;
  /** The failure that the seen claims have caused. */
  failure: unknown;
  seen: SeenItems;
}

/**
 * Finds out why the claims rejected a new booking whose key is derived from its time: a booking with the same key has the same start, so it
 * owns the first minute. If the owner has left the time, returns with the claims as they are now. One to three round trips.
 *
 * @throws {Failure} `booking_conflict` if the owner has the same key, otherwise the given failure
 */
export async function explainBusyTime(
  booking: StoredBooking,
  { replaced, failure, seen }: BusyTime,
): Promise<void> {
  const { userId, idempotencyKey, claim } = booking;
  const { from: start } = claimedMinutes({ ...booking, before: 0, after: 0 });
  const row = seen.row(ClaimRow, { userId, hour: Math.floor(start / 60) });
  const id = row?.[minuteAttribute(start)];
  if (needsKeyRow(booking) || !claim || typeof id !== "number" || id === replaced?.id) throw failure;
  const owner = await findOwner({ userId, id });
  if (owner && holdsTime(owner.status) && isInClaim(owner, start)) {
    const isSame = owner.idempotencyKey === idempotencyKey && owner.keyChosenBy === null;
    throw isSame ? bookingAlreadyExists() : failure;
  }
  // The owner was cancelled, or moved to another time, since the write failed.
  await seen.refresh();
}

const isInClaim = ({ claim }: StoredBooking, minute: number): boolean =>
  claim !== null && claim.from <= minute && minute < claim.to;

/** Finds the booking that owns a minute of a host. One round trip more if it is in the partition of another host. */
async function findOwner(key: { userId: number; id: number }): Promise<StoredBooking | undefined> {
  const [own, pointer] = await findItems([itemRequest(BookingItem, key), itemRequest(BookingPointer, key)]);
  return own ?? (pointer && findItem(BookingItem, { userId: pointer.hostId, id: key.id }));
}
