import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { ClaimedTime } from "#lib/claims/claims.ts";
import { expiringOwner, hasExpired, isOver, reservationName } from "#lib/claims/owner.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { absent, all, any, lessThan, present } from "#lib/table/condition.ts";
import { type Operation, remove, update } from "#lib/table/operations.ts";
import { ReservationItem, ReservationsOfCredential, type StoredReservation } from "./entity.ts";
import { reservationNotFound } from "./visibility.ts";

/** Returns the owner that a reservation is in claim rows and slots. */
export const ownerOf = ({ uid, until }: Pick<StoredReservation, "uid" | "until">): string =>
  expiringOwner(reservationName(uid), until);

/** The time of a reservation in the claims of its hosts. */
export interface ReservedTime {
  /** The ids of its hosts. */
  hosts: readonly number[];
  /** Its minutes; with a seat, those of the slot while the slot has no bookings. */
  time: ClaimedTime;
  /** The owner of its seat, if the event type has seats. */
  seat: string | undefined;
}

/** Returns the time of a reservation in the claims of its hosts. */
export function reservedTimeOf(reservation: StoredReservation): ReservedTime {
  const { claim, until, userId, otherHostIds = [] } = reservation;
  const hosts = [userId, ...otherHostIds];
  const owner = ownerOf(reservation);
  const { from, to, slot } = claim;
  return slot === null
    ? { hosts, time: { from, to, owner }, seat: undefined }
    : { hosts, time: { from, to, owner: expiringOwner(slot, until) }, seat: owner };
}

/** The most reservations of a credential that have not expired. */
const MAX_RESERVATIONS = 20;

const limitReached = (): Failure =>
  new Failure(
    "limit_reached",
    `A credential can have at most ${MAX_RESERVATIONS} reservations at a time. Book or delete one, or wait until one expires.`,
  );

/** Counts a new reservation of a credential. If the limit is reached, expired ones are removed first; else it fails with `limit_reached`. */
export function countReservation(reservation: StoredReservation): Operation {
  const { credentialId, ttl } = reservation;
  const set = { credentialId, [ownerOf(reservation)]: 1, ttl };
  return update(
    ReservationsOfCredential,
    { credentialId },
    {
      set,
      add: { count: 1 },
      if: any(absent("count"), lessThan("count", MAX_RESERVATIONS)),
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

/** Removes a reservation from the count. Does nothing if it is already removed. */
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

type Times = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime">;

/** Requires that a reservation is for the event type and the time of a booking. */
export function requireSameTime(reservation: StoredReservation, booking: Times): void {
  const { eventTypeId, startTime, endTime } = reservation;
  if (eventTypeId !== booking.eventTypeId)
    throw invalidField("#/reservationUid", `The reservation is for the event type ${eventTypeId}.`);
  if (startTime !== booking.startTime || endTime !== booking.endTime)
    throw invalidField("#/reservationUid", `The reservation is for the time ${startTime} to ${endTime}.`);
}

/** Whether a booking can have the time of a reservation: it has not expired, and both are in the same slot or in none. */
export const isUsable = (
  reservation: StoredReservation | undefined,
  { claim }: Pick<StoredBooking, "claim">,
): reservation is StoredReservation =>
  reservation !== undefined && !isOver(reservation.until) && reservation.claim.slot === claim?.slot;

/** The time that a booking gets from its reservation, and the operations that delete the reservation. */
export interface ReservationUse {
  /** The claim of the booking: the reserved minutes, if it gets them. */
  claim: StoredBooking["claim"];
  reservation: ReservedTime | undefined;
  writes: Operation[];
}

/**
 * Uses a reservation for a booking. An expired one is only deleted, and the booking claims its time like any other. The operations fail with
 * `not_found` if the reservation was booked or deleted after it was read; write them first, so that this is the failure.
 */
export function useReservation(
  reservation: StoredReservation | undefined,
  booking: Pick<StoredBooking, "claim">,
): ReservationUse {
  if (!reservation) return { claim: booking.claim, reservation: undefined, writes: [] };
  const { uid } = reservation;
  const writes = [
    remove(ReservationItem, { uid }, { if: present("pk"), failure: reservationNotFound() }),
    uncountReservation(reservation),
  ];
  return isUsable(reservation, booking)
    ? { claim: reservation.claim, reservation: reservedTimeOf(reservation), writes }
    : { claim: booking.claim, reservation: undefined, writes };
}
