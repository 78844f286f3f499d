import { newSeat } from "#lib/bookings/draft.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { requireItemSize } from "#lib/bookings/require-item-size.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { getBookingAsFirstHost } from "#lib/bookings/visibility.ts";
import { writeInBooking } from "#lib/bookings/write-booking.ts";
import type { Caller } from "#lib/caller.ts";
import { conflictAt, Failure, requireFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { refillIds, takeIdAbove } from "#lib/storage/table/ids.ts";
import { AttendeeItem, Attendees, newAttendee, type StoredAttendee } from "./entity.ts";
import type { AttendeeCreate } from "./schema.ts";

/** The most attendees of a booking. */
const MAX_ATTENDEES = 1_000;

/**
 * Adds an attendee to a booking, and takes a seat if the event type has seats. Records `BOOKING_ATTENDEE_ADDED`, with the next revision for
 * calendars, so that concurrent additions to a booking are written one after the other.
 *
 * @throws {Failure} `conflict` if the booking is cancelled or rejected, or already has this address
 * @throws {Failure} `booking_seats_full`, `limit_reached`
 */
export async function createAttendee(caller: Caller, input: AttendeeCreate): Promise<StoredAttendee> {
  const { bookingId, ...fields } = input;
  const [found] = await Promise.all([
    requireFound("#/bookingId", getBookingAsFirstHost(caller, bookingId)),
    refillIds("attendee", 1),
  ]);
  // The booking's attendees are in the order of their ids, and the booker stays the first.
  const id = await takeIdAbove("attendee", Math.max(0, ...found.attendees.map((other) => other.id)));
  return writeInBooking((seen) => {
    const before = seen.find(BookingItem, found) ?? found;
    // The id is unique, so an earlier attempt, whose response was lost, has added the attendee.
    const added = seen.find(AttendeeItem, { userId: found.userId, id });
    if (added) return { result: added, change: { before, after: before } };
    requireFreePlace(before, { id, email: fields.email });
    const seat = before.eventType.seatsPerTimeSlot === null ? null : newSeat(id, before.id);
    const attendee = newAttendee(before, { ...fields, id, noShow: false, phoneNumber: null }, seat);
    const after = withAttendee(before, attendee);
    requireItemSize(after);
    return {
      result: attendee,
      change: {
        ...{ before, after, others: Attendees.create(attendee) },
        events: [{ trigger: "BOOKING_ATTENDEE_ADDED", extras: { attendee } }],
      },
    };
  });
}

function requireFreePlace(booking: StoredBooking, attendee: { id: number; email: string }): void {
  if (!holdsTime(booking.status)) throw notPlanned(booking);
  requireFreeEmail(booking, attendee);
  if (booking.attendees.length >= MAX_ATTENDEES)
    throw new Failure("limit_reached", `A booking can have at most ${MAX_ATTENDEES} attendees.`);
}

const notPlanned = ({ status }: StoredBooking): Failure =>
  new Failure(
    "conflict",
    `The booking is ${status.toLowerCase()}. Set its status to ACCEPTED first, or create a new booking.`,
  );

/** Returns a booking with one more attendee. */
const withAttendee = (
  booking: StoredBooking,
  { bookingSeat, ...attendee }: StoredAttendee,
): StoredBooking => ({
  ...booking,
  attendees: [...booking.attendees, AttendeeSummary.parse(attendee)],
  seatsReferences: [...booking.seatsReferences, ...(bookingSeat ? [bookingSeat] : [])],
  iCalSequence: booking.iCalSequence + 1,
  updatedAt: nowIso(),
});

/**
 * Requires that no other attendee of a booking has an email address. Case is ignored.
 *
 * @throws {Failure} `conflict`
 */
export function requireFreeEmail(
  { attendees }: StoredBooking,
  attendee: { id: number; email: string },
): void {
  const email = attendee.email.toLowerCase();
  if (attendees.some((other) => other.id !== attendee.id && other.email.toLowerCase() === email))
    throw conflictAt("#/email", "The booking already has an attendee with this email address.");
}
