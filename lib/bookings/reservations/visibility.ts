import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";

/** The failure of a request with the uid of a reservation that does not exist. */
export const reservationNotFound = (): Failure =>
  new Failure(
    "not_found",
    "Reservation not found. It may have been booked or deleted, or it expired more than a day ago.",
  );

/** Gets a reservation by its uid, for a booking: its uid is secret. One round trip. */
export async function getReservation(uid: string): Promise<StoredReservation> {
  const reservation = await getItem(ReservationItem, { uid });
  if (!reservation) throw reservationNotFound();
  return reservation;
}

/** Gets a reservation for the credential that made it, its hosts and system admins. One round trip. */
export async function getOwnReservation(caller: Caller, uid: string): Promise<StoredReservation> {
  const reservation = await getReservation(uid);
  const { userId, otherHostIds = [] } = reservation;
  const isHost = [userId, ...otherHostIds].includes(caller.userId);
  const isOwn = reservation.credentialId === caller.credentialId || isHost;
  if (!isOwn && !isSystemAdmin(caller)) throw reservationNotFound();
  return reservation;
}
