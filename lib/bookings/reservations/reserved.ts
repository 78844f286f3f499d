import type { Hold } from "#lib/claims/claims.ts";
import { expiringOwner, reservationName } from "#lib/claims/owner.ts";
import type { StoredReservation } from "./entity.ts";

/** The owner of the minutes, or of the seat, of a reservation. */
export const ownerOf = ({ uid, until }: Pick<StoredReservation, "uid" | "until">): string =>
  expiringOwner(reservationName(uid), until);

/** What a reservation has in the claims of its hosts. */
export interface Reserved {
  /** The ids of the hosts whose minutes it has. */
  hosts: readonly number[];
  /** Its minutes; of a seat, those of the slot while it has no bookings. */
  hold: Hold;
  /** The owner of its seat, if the event type has seats. */
  seat: string | undefined;
}

/** Names what a reservation has in the claims of its hosts. */
export function reservedBy(reservation: StoredReservation): Reserved {
  const { claim, until, userId, otherHostIds = [] } = reservation;
  const hosts = [userId, ...otherHostIds];
  const owner = ownerOf(reservation);
  const { from, to, slot } = claim;
  return slot === null
    ? { hosts, hold: { from, to, owner }, seat: undefined }
    : { hosts, hold: { from, to, owner: expiringOwner(slot, until) }, seat: owner };
}
