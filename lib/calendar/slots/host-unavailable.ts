import type { ClosedRule } from "#lib/calendar/availability/calendar.ts";
import { Failure } from "#lib/failures.ts";

const DETAILS: Record<ClosedRule, string> = {
  hours: "the time is outside the host's hours.",
  busy: "the host is busy at that time.",
  notice: "the time is too soon.",
  window: "the time is outside the booking window.",
  calendar: "the host's other calendars have not been read for that time.",
  limit: "the event type has reached its limit for that day, week, month or year.",
};

/** The failure of a booking whose time is closed. The text starts with the code, because older clients search for it there. */
export const hostUnavailable = (rule: ClosedRule): Failure =>
  new Failure("no_available_users_found_error", `no_available_users_found_error: ${DETAILS[rule]}`, {
    extensions: { rule, nextSlots: [] },
  });

/** A reservation that has a requested time. Its `uid` is only for the user who made it. */
export interface TimeReservation {
  until: string;
  uid: string | undefined;
}

/** The failure of a booking whose time, or seat, is reserved, with the same code as without a reservation. */
export function timeReserved(
  { code, message }: Failure,
  { until, uid }: TimeReservation,
  extensions: Record<string, unknown>,
): Failure {
  const isSeat = code === "booking_seats_full";
  // Other reserved seats are seats in use.
  if (isSeat && uid === undefined) return new Failure(code, message, { extensions });
  const what = isSeat ? "A seat is reserved for you" : `${code}: the time is reserved`;
  const advice =
    uid === undefined
      ? ""
      : "; to use it, create a booking with the `uid` of the reservation as `reservationUid`, or delete the reservation";
  return new Failure(code, `${what} until ${until}${advice}.`, {
    extensions: { ...extensions, reservedUntil: until, ...(uid !== undefined && { reservationUid: uid }) },
  });
}
