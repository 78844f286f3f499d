import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { AttendeeSummary } from "#lib/bookings/model.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { AttendeeItem, AttendeeLocator, BookingLink } from "./entity.ts";

/** The writes that add one attendee of a booking: the attendee itself and its locator. */
export function attendeeWrites(booking: StoredBooking, attendee: AttendeeSummary): Operation[] {
  const { id, userId, seatsReferences } = booking;
  const bookingSeat = seatsReferences.find((seat) => seat.attendeeId === attendee.id) ?? null;
  const link = BookingLink.parse(booking);
  return [
    put(AttendeeItem, {
      ...attendee,
      userId,
      bookingId: id,
      booking: link,
      bookingSeat,
      createdAt: nowIso(),
      version: 1,
    }),
    put(AttendeeLocator, { id: attendee.id, userId }),
  ];
}
