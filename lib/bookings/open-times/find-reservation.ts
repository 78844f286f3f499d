import { expiryOf, isOwnerNamed, reservationUidOf } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { ALL_RESERVATIONS, ReservationsOfUser } from "#lib/calendar/claims/reservations-of-user.ts";
import { liveReservationsIn, SeatedTimeItem, seatedTimeName } from "#lib/calendar/claims/seats.ts";
import type { TimeReservation } from "#lib/calendar/slots/host-unavailable.ts";
import { hostIds } from "#lib/calendar/slots/hosts.ts";
import { rangeBetween } from "#lib/platform/minutes.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { RequestedTime } from "./requested-time.ts";

/**
 * Finds out whether a reservation has a requested time: one that the caller made, otherwise the last to expire if only reservations have
 * the time.
 */
export async function findReservation(requested: RequestedTime): Promise<TimeReservation | undefined> {
  const [made = {}, seats, owners] = await Promise.all([
    findItem(ReservationsOfUser, { userId: requested.callerId, group: ALL_RESERVATIONS }),
    listReservedSeats(requested),
    listOwners(requested),
  ]);
  const own = [...owners, ...seats].find((owner) => Object.hasOwn(made, owner));
  if (own !== undefined) return { until: instantOfExpiry(own), uid: reservationUidOf(own) };
  const isReserved = owners.length > 0 && owners.every((owner) => expiryOf(owner) !== undefined);
  const [last = ""] = owners.map(instantOfExpiry).toSorted().toReversed();
  return isReserved ? { until: last, uid: undefined } : undefined;
}

/** Lists what has the time of the hosts, except the booking that is moved. */
async function listOwners({ bookable, booking, moving }: RequestedTime): Promise<(string | number)[]> {
  const claim = booking.claim ?? rangeBetween(booking);
  const claimed = await Promise.all(hostIds(bookable).map((id) => listClaimedTime(id, claim)));
  return claimed
    .flat()
    .filter(({ from, to }) => from < claim.to && claim.from < to)
    .map(({ owner }) => owner)
    .filter((owner) => moving === undefined || !isOwnerNamed(owner, moving.id));
}

/** Lists the reserved seats of a requested slot. */
async function listReservedSeats({ bookable, booking }: RequestedTime): Promise<string[]> {
  const [userId] = hostIds(bookable);
  if (userId === undefined || booking.eventType.seatsPerTimeSlot === null) return [];
  const slot = await findItem(SeatedTimeItem, {
    userId,
    slot: seatedTimeName(bookable.eventType.id, booking),
  });
  return slot ? liveReservationsIn(slot) : [];
}

const instantOfExpiry = (owner: string | number): string =>
  new Date((expiryOf(owner) ?? 0) * 1_000).toISOString();
