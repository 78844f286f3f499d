import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { readableHosts } from "#lib/identity/memberships/visibility.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";

/** The failure of a request with the uid of a reservation that does not exist. */
export const reservationNotFound = (): Failure =>
  new Failure(
    "not_found",
    "Reservation not found. It may have been booked or deleted, or it expired more than a day ago.",
  );

/** Gets a reservation by its uid, for a booking: its uid is secret. */
export async function getReservation(uid: string): Promise<StoredReservation> {
  const reservation = await findItem(ReservationItem, { uid });
  if (!reservation) throw reservationNotFound();
  return reservation;
}

/**
 * Gets a reservation for the user who made it, and for those who can read the bookings of one of its hosts: the host, admins of an
 * organization of the host, and system admins.
 *
 * @throws {Failure} `not_found`
 */
export async function getOwnReservation(caller: Caller, uid: string): Promise<StoredReservation> {
  const reservation = await getReservation(uid);
  const { creatorId, userId, otherHostIds = [] } = reservation;
  const hosts = [userId, ...otherHostIds];
  if ([creatorId, ...hosts].includes(caller.userId)) return reservation;
  const readable = await readableHosts(caller, hosts);
  if (!hosts.some((host) => readable.has(host))) throw reservationNotFound();
  return reservation;
}
