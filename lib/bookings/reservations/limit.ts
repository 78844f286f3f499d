import { hasExpired } from "#lib/claims/owner.ts";
import { Failure } from "#lib/failures.ts";
import { absent, all, any, lessThan, present } from "#lib/table/condition.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { ReservationsOfCredential, type StoredReservation } from "./entity.ts";
import { ownerOf } from "./reserved.ts";

/** Reservations of one credential that have not expired. */
const MOST_RESERVATIONS = 20;

const limitReached = (): Failure =>
  new Failure(
    "limit_reached",
    `A credential can have at most ${MOST_RESERVATIONS} reservations at a time. Book or delete one, or wait until one expires.`,
  );

/** Counts a new reservation of a credential; expired ones are removed if the limit is reached. Refused with `limit_reached`. */
export function countReservation(reservation: StoredReservation): Operation {
  const { credentialId, ttl } = reservation;
  const set = { credentialId, [ownerOf(reservation)]: 1, ttl };
  return update(
    ReservationsOfCredential,
    { credentialId },
    {
      set,
      add: { count: 1 },
      if: any(absent("count"), lessThan("count", MOST_RESERVATIONS)),
      failure: limitReached(),
      fallback: (item = {}) => {
        const expired = Object.keys(item).filter(hasExpired);
        if (expired.length === 0) return undefined;
        return update(
          ReservationsOfCredential,
          { credentialId },
          { set, add: { count: 1 - expired.length }, remove: expired, if: all(...expired.map(present)) },
        );
      },
    },
  );
}

/** No longer counts a reservation. Does nothing if it is not counted any more: no reservation is counted twice. */
export function uncountReservation(reservation: StoredReservation): Operation {
  const { credentialId } = reservation;
  const owner = ownerOf(reservation);
  return update(
    ReservationsOfCredential,
    { credentialId },
    {
      add: { count: -1 },
      remove: [owner],
      if: present(owner),
      fallback: () => "skip",
    },
  );
}
