import { ClaimRow, claimedMinutes, hoursOf, minuteAttribute } from "#lib/claims/claims.ts";
import { CounterItem } from "#lib/limits/counter.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { getItem, getItems, itemRequest } from "#lib/table/read.ts";
import { BookingItem, BookingPointer, type StoredBooking } from "./entity.ts";
import { bookingAlreadyExists, needsKeyRow } from "./move-time-and-key.ts";
import { holdsTime } from "./status.ts";

interface Move {
  /** The booking whose place the new one takes. */
  from?: StoredBooking;
  to: StoredBooking;
  /** Whether the caller can see the bookings of the new one's host. */
  canSeeBookings: boolean;
}

/**
 * Finds out why the claims rejected a new booking whose key follows from its time: a booking with the same key has the same start, so it
 * owns the first minute. Returns if the time may have become free since. One round trip, or two.
 *
 * @throws {Failure} `booking_conflict` if the owner has the same key
 * @throws {Failure} `no_available_users_found_error` if the time is in use by anything else
 */
export async function requireFreeTime(
  refused: ConditionFailed | undefined,
  { to: booking, from, canSeeBookings }: Move,
): Promise<void> {
  // If a limit is reached, too, the time is the reason given.
  const areExplained = refused?.conditions.every(({ operation: { entity } }) =>
    [ClaimRow.name, CounterItem.name].includes(entity.name),
  );
  if (!areExplained) return;
  if (!canSeeBookings || needsKeyRow(booking)) return;
  const rows = refused?.itemsOf(ClaimRow);
  const { userId, idempotencyKey } = booking;
  const { from: start } = claimedMinutes({ ...booking, before: 0, after: 0 });
  const [hour] = hoursOf({ from: start, to: start + 1, owner: booking.id });
  const id = rows?.find((row) => row.hour === hour && row.userId === userId)?.[minuteAttribute(start)];
  if (typeof id !== "number" || id === from?.id) throw hostUnavailable("busy");
  const owner = await findOwner({ userId, id });
  if (!owner || !holdsTime(owner.status)) return;
  const isSame = owner.idempotencyKey === idempotencyKey && owner.keyChosenBy === null;
  throw isSame ? bookingAlreadyExists() : hostUnavailable("busy");
}

/** The booking of a host that owns a minute. One with several hosts is in the partition of its first one: one round trip more. */
async function findOwner(key: { userId: number; id: number }): Promise<StoredBooking | undefined> {
  const [own, pointer] = await getItems([itemRequest(BookingItem, key), itemRequest(BookingPointer, key)]);
  return own ?? (pointer && getItem(BookingItem, { userId: pointer.hostId, id: key.id }));
}
