import { ClaimRow, claimedMinutes, hoursOf, minuteAttribute } from "#lib/claims/claims.ts";
import { CounterItem } from "#lib/limits/counter.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { getItem, getItems, itemRequest } from "#lib/table/read.ts";
import { BookingItem, BookingPointer, type StoredBooking } from "./entity.ts";
import { bookingAlreadyExists, needsKeyRow } from "./move-time-and-key.ts";
import { holdsTime } from "./status.ts";

interface Move {
  /** The booking that the new one replaces. */
  from?: StoredBooking;
  to: StoredBooking;
  /** Whether the caller can access the bookings of the new one's host. */
  canSeeBookings: boolean;
}

/**
 * Finds out why the claims rejected a new booking whose key is derived from its time: a booking with the same key has the same start, so it
 * owns the first minute. Returns if the time may be free again.
 *
 * @throws {Failure} `booking_conflict` if the owner has the same key
 * @throws {Failure} `no_available_users_found_error` if anything else uses the time
 */
export async function requireFreeTime(
  conditionFailed: ConditionFailed | undefined,
  { to: booking, from, canSeeBookings }: Move,
): Promise<void> {
  // If a limit is reached, too, the failure names the time.
  const areExplained = conditionFailed?.conditions.every(({ operation: { entity } }) =>
    [ClaimRow.name, CounterItem.name].includes(entity.name),
  );
  if (!areExplained || !conditionFailed?.concerns(ClaimRow)) return;
  if (!canSeeBookings || needsKeyRow(booking)) return;
  const rows = conditionFailed?.itemsOf(ClaimRow);
  const { userId, idempotencyKey } = booking;
  const { from: start } = claimedMinutes({ ...booking, before: 0, after: 0 });
  const [hour] = hoursOf({ from: start, to: start + 1, owner: booking.id });
  const id = rows?.find((row) => row.hour === hour && row.userId === userId)?.[minuteAttribute(start)];
  if (typeof id !== "number" || id === from?.id) throw hostUnavailable("busy");
  const owner = await findOwner({ userId, id });
  // The owner may have been cancelled, or moved to another time, since the write failed.
  if (!owner || !holdsTime(owner.status) || !isInClaim(owner, start)) return;
  const isSame = owner.idempotencyKey === idempotencyKey && owner.keyChosenBy === null;
  throw isSame ? bookingAlreadyExists() : hostUnavailable("busy");
}

const isInClaim = ({ claim }: StoredBooking, minute: number): boolean =>
  claim !== null && claim.from <= minute && minute < claim.to;

/** Finds the booking that owns a minute of a host. */
async function findOwner(key: { userId: number; id: number }): Promise<StoredBooking | undefined> {
  const [own, pointer] = await getItems([itemRequest(BookingItem, key), itemRequest(BookingPointer, key)]);
  return own ?? (pointer && getItem(BookingItem, { userId: pointer.hostId, id: key.id }));
}
