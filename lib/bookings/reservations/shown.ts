import type { StoredReservation } from "./entity.ts";
import type { Reservation } from "./schema.ts";

/** A reservation as the API returns it. */
export const shownReservation = (reservation: StoredReservation): Reservation => {
  const { uid, eventTypeId, startTime, endTime, until } = reservation;
  return {
    uid,
    eventTypeId,
    start: startTime,
    end: endTime,
    until: new Date(until * 1_000).toISOString(),
  };
};
