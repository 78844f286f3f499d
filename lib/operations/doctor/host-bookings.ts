import type { Claim, StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { claimedMinutes } from "#lib/calendar/claims/claims.ts";
import { now } from "#lib/platform/clock.ts";

/** The time and the seats that a booking holds. */
export interface Holding {
  id: number;
  uid: string;
  claim: Claim;
  seats: number;
}

/** The parts of a host's bookings that are compared with the rows: of bookings that hold no time only the version. */
export interface HostBookings {
  userId: number;
  holdings: Holding[];
  /** Booking id → version. */
  versions: Map<number, number>;
  /** Event type id → the sum of the versions of its bookings, which every change of one of them raises. */
  changes: Map<number, number>;
}

/** Creates the collection of a host's bookings, without any. */
export const newHostBookings = (userId: number): HostBookings => ({
  userId,
  holdings: [],
  versions: new Map(),
  changes: new Map(),
});

/** Adds a booking to those of its host. */
export function addBooking({ holdings, versions, changes }: HostBookings, booking: StoredBooking): void {
  const { id, uid, version, eventTypeId, attendees } = booking;
  versions.set(id, version);
  changes.set(eventTypeId, (changes.get(eventTypeId) ?? 0) + version);
  const claim = holdsTime(booking.status) ? expectedClaim(booking) : null;
  if (claim) holdings.push({ id, uid, claim, seats: attendees.length });
}

/** The claim of a booking. A future booking without a claim is an error: it should have claimed at least its time. */
function expectedClaim(booking: StoredBooking): Claim | null {
  if (booking.claim || Date.parse(booking.endTime) <= now()) return booking.claim;
  return { ...claimedMinutes({ ...booking, before: 0, after: 0 }), slot: null };
}

/**
 * The state on which the time of an owner depends: the version of a booking; for a slot, whose name begins with its event type, the
 * versions of all bookings of that event type.
 */
export function asOf({ versions, changes }: HostBookings, owner: number | string | undefined): string {
  if (owner === undefined) return "";
  if (typeof owner === "number") return `${owner}:${versions.get(owner) ?? "none"}`;
  return `${owner}:${changes.get(Number.parseInt(owner, 10)) ?? "none"}`;
}
