import type { StoredBooking } from "./entity.ts";
import { appOf } from "./payments/fields.ts";
import { workflowRemindersOf } from "./reminders.ts";
import type { Booking } from "./schema.ts";

/** Renders a booking for the API: adds the fields of attendees, references and payments that are derived from the booking. */
export function renderBooking(booking: StoredBooking): Booking & { version: number } {
  const { id: bookingId, attendees, references, payment } = booking;
  const seats = new Map(booking.seatsReferences.map((seat) => [seat.attendeeId, seat]));
  return {
    ...booking,
    attendees: attendees.map((attendee) => ({
      ...attendee,
      bookingId,
      bookingSeat: seats.get(attendee.id) ?? null,
    })),
    references: references.map((reference) => ({ ...reference, bookingId })),
    workflowReminders: workflowRemindersOf(booking),
    payment: payment.map((summary) => ({ ...summary, bookingId, app: appOf(summary), data: null })),
  };
}
