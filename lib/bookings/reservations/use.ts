import type { StoredBooking } from "#lib/bookings/entity.ts";
import { isOver } from "#lib/claims/owner.ts";
import { invalidField } from "#lib/failures.ts";
import { present } from "#lib/table/condition.ts";
import { type Operation, remove } from "#lib/table/operations.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import { uncountReservation } from "./limit.ts";
import { type Reserved, reservedBy } from "./reserved.ts";
import { reservationNotFound } from "./visibility.ts";

type Times = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime">;

/** Requires that a reservation is for the event type and the time of a booking. */
export function requireSameTime(reservation: StoredReservation, booking: Times): void {
  const { eventTypeId, startTime, endTime } = reservation;
  if (eventTypeId !== booking.eventTypeId)
    throw invalidField("#/reservationUid", `The reservation is for the event type ${eventTypeId}.`);
  if (startTime !== booking.startTime || endTime !== booking.endTime)
    throw invalidField("#/reservationUid", `The reservation is for the time ${startTime} to ${endTime}.`);
}

/** Whether a booking can have the time of a reservation: it has not expired, and the event type still has seats, or still has none. */
export const isUsable = (
  reservation: StoredReservation | undefined,
  { claim }: Pick<StoredBooking, "claim">,
): reservation is StoredReservation =>
  reservation !== undefined && !isOver(reservation.until) && reservation.claim.slot === claim?.slot;

/** What a booking gets from its reservation, and the writes that end the reservation. */
export interface ReservationUse {
  /** The claim of the booking: exactly the reserved minutes, if it gets them. */
  claim: StoredBooking["claim"];
  reservation: Reserved | undefined;
  writes: Operation[];
}

/**
 * Uses a reservation for a booking. One that has expired only ends: the booking claims its time like any other. The writes fail with
 * `not_found` if it was booked or deleted since it was read; they come first, so that this is the reason given.
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
    ? { claim: reservation.claim, reservation: reservedBy(reservation), writes }
    : { claim: booking.claim, reservation: undefined, writes };
}
