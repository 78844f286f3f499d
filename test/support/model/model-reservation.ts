import { type ModelBooking, type ModelEventType, newBooking } from "./model-booking.ts";

/** A reservation in the model. It has a `label` in place of the uid, which only the service creates. */
export interface ModelReservation
  extends Pick<ModelBooking, "label" | "hostId" | "eventTypeId" | "seats" | "start" | "end" | "claim"> {
  /** The user who created it. */
  madeBy: number;
  isExpired: boolean;
}

/** The fields of a request for a reservation. */
export interface NewReservation {
  label: string;
  eventType: ModelEventType;
  start: number;
}

/** A new reservation. It claims the same as a booking of one attendee. */
export function newReservation(
  { label, eventType, start }: NewReservation,
  madeBy: number,
): ModelReservation {
  const like = { label, eventType, start, email: "", guests: 0, key: "", series: null, reservation: null };
  const { hostId, eventTypeId, seats, end, claim } = newBooking(like, madeBy);
  return { label, hostId, eventTypeId, seats, start, end, claim, madeBy, isExpired: false };
}

/** Whether a reservation is for the event type and the time of a booking. */
export const isFor = (reservation: ModelReservation, booking: ModelBooking): boolean =>
  (["eventTypeId", "start", "end"] as const).every((name) => reservation[name] === booking[name]);
