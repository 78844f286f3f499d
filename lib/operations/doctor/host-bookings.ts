import type { Claim, StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { claimedMinutes } from "#lib/claims/claims.ts";
import { now } from "#lib/platform/clock.ts";

/** What one booking holds. */
export interface Holding {
  id: number;
  uid: string;
  claim: Claim;
  seats: number;
}

/** What is kept of a host's bookings to compare the rows with: a line for each that holds time, a number for the others. */
export interface HostBookings {
  userId: number;
  holdings: Holding[];
  /** Booking id → version. */
  versions: Map<number, number>;
  /** Event type id → the sum of the versions of its bookings, which every change of one of them raises. */
  changes: Map<number, number>;
}

/** A host for which nothing has been read yet. */
export const noBookings = (userId: number): HostBookings => ({
  userId,
  holdings: [],
  versions: new Map(),
  changes: new Map(),
});

/** Takes note of one booking. */
export function addBooking({ holdings, versions, changes }: HostBookings, booking: StoredBooking): void {
  const { id, uid, version, eventTypeId, attendees } = booking;
  versions.set(id, version);
  changes.set(eventTypeId, (changes.get(eventTypeId) ?? 0) + version);
  const claim = holdsTime(booking.status) ? dueClaim(booking) : null;
  if (claim) holdings.push({ id, uid, claim, seats: attendees.length });
}

/** What a booking claims; the bare time of one that is not over and claims nothing, which can't be right. */
function dueClaim(booking: StoredBooking): Claim | null {
  if (booking.claim || Date.parse(booking.endTime) <= now()) return booking.claim;
  return { ...claimedMinutes({ ...booking, before: 0, after: 0 }), slot: null };
}

/**
 * What decides what an owner of time holds: the version of a booking; for a slot, whose name begins with its event type,
 * the changes of all bookings that may ever have been in it.
 */
export function asOf({ versions, changes }: HostBookings, owner: number | string | undefined): string {
  if (owner === undefined) return "";
  if (typeof owner === "number") return `${owner}:${versions.get(owner) ?? "none"}`;
  return `${owner}:${changes.get(Number.parseInt(owner, 10)) ?? "none"}`;
}
