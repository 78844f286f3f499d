import { asHeld, changeSeats } from "#lib/bookings/change-seats.ts";
import { newSeat } from "#lib/bookings/draft.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { newAttendee } from "#lib/bookings/new-booking-writes.ts";
import { requireRoom } from "#lib/bookings/require-room.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import { getBookingAsFirstHost } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { SlotItem, seatsFull } from "#lib/claims/seats.ts";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, fewer } from "#lib/table/condition.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { elementPath } from "#lib/table/form.ts";
import { refillIds, takeIdAbove } from "#lib/table/ids.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { AttendeeItem, Attendees, type StoredAttendee } from "./entity.ts";
import { requireFreeEmail } from "./require-free-email.ts";
import type { AttendeeCreate } from "./schema.ts";

/** Attendees of one booking. */
const MOST_ATTENDEES = 1_000;

/**
 * Adds an attendee to a booking, and takes a seat where the booking has some. Two round trips. Only its own place in the
 * booking is written, so attendees added at the same time do not meet but for the limit and the seats.
 *
 * @throws {Failure} `conflict` when the booking has this address already
 * @throws {Failure} `booking_seats_full`, `limit_reached`
 */
export async function createAttendee(caller: Caller, input: AttendeeCreate): Promise<StoredAttendee> {
  const { bookingId, ...fields } = input;
  const [found] = await Promise.all([getBookingAsFirstHost(caller, bookingId), refillIds("attendee", 1)]);
  // The booking's attendees are in the order of their ids, and the booker stays the first.
  const id = await takeIdAbove("attendee", Math.max(0, ...found.attendees.map((other) => other.id)));
  return retryFailedCondition(async (refused) => {
    // Nobody else has this id: an attempt whose answer was lost has added the attendee.
    const added = refused?.itemOf(AttendeeItem);
    if (added) return added;
    const booking = refused?.itemOf(BookingItem) ?? found;
    requirePlace(booking, { id, email: fields.email }, refused);
    const seat = booking.eventType.seatsPerTimeSlot === null ? null : newSeat(id, booking.id);
    const attendee = newAttendee(booking, { ...fields, id, noShow: false, phoneNumber: null }, seat);
    return commitResult(attendee, [
      joining(booking, attendee),
      ...changeSeats(booking, "take"),
      ...Attendees.create(attendee),
    ]);
  });
}

function requirePlace(
  booking: StoredBooking,
  attendee: { id: number; email: string },
  refused: ConditionFailed | undefined,
): void {
  requireFreeEmail(booking, attendee);
  if (booking.attendees.length >= MOST_ATTENDEES)
    throw new Failure("limit_reached", `A booking can have at most ${MOST_ATTENDEES} attendees.`);
  if (refused?.concerns(SlotItem) && !refused.concerns(BookingItem)) throw seatsFull();
}

/** The write that shows a new attendee in its booking. */
function joining(booking: StoredBooking, attendee: StoredAttendee): Operation {
  const place = elementPath(BookingItem, ["attendees", attendee.email]);
  const seat = attendee.bookingSeat && {
    [elementPath(BookingItem, ["seatsReferences", attendee.id])]: attendee.bookingSeat,
  };
  const { userId, id } = booking;
  const set = { [place]: AttendeeSummary.parse(attendee), ...seat, updatedAt: nowIso() };
  const room = requireRoom(withAttendee(booking, attendee));
  const free = [absent(place), fewer("attendees", MOST_ATTENDEES), room];
  return update(BookingItem, { userId, id }, { set, if: all(...free, ...(seat ? [asHeld(booking)] : [])) });
}

const withAttendee = (
  booking: StoredBooking,
  { bookingSeat, ...attendee }: StoredAttendee,
): StoredBooking => ({
  ...booking,
  attendees: [...booking.attendees, AttendeeSummary.parse(attendee)],
  seatsReferences: [...booking.seatsReferences, ...(bookingSeat ? [bookingSeat] : [])],
});
