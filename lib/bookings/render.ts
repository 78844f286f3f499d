import type { StoredBooking } from "./entity.ts";
import { appOf } from "./payments/fields.ts";
import type { Booking } from "./schema.ts";

/**
 * A booking as the API returns it: its attendees, references and payments with all their fields, those included that are not stored in
 * the booking because they follow from it.
 */
export function renderBooking(booking: StoredBooking): Booking & { version: number } {
  const { id: bookingId, attendees, references, payment } = booking;
  const seats = new Map(booking.seatsReferences.map((seat) => [seat.attendeeId, seat]));
  return {
    ...booking,
    attendees: attendees.map((one) => ({ ...one, bookingId, bookingSeat: seats.get(one.id) ?? null })),
    references: references.map((one) => ({ ...one, bookingId })),
    payment: payment.map((one) => ({ ...one, bookingId, app: appOf(one), data: null })),
  };
}
