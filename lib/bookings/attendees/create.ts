import { newSeat } from "#lib/bookings/draft.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { requireItemSize } from "#lib/bookings/require-item-size.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { getBookingAsFirstHost } from "#lib/bookings/visibility.ts";
import { freeSeats, takeSeats } from "#lib/calendar/claims/seats.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, type Condition, equals, fewer } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { refillIds, takeIdAbove } from "#lib/storage/table/ids.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { AttendeeItem, Attendees, newAttendee, type StoredAttendee } from "./entity.ts";
import type { AttendeeCreate } from "./schema.ts";

/** The most attendees of a booking. */
const MAX_ATTENDEES = 1_000;

/**
 * Adds an attendee to a booking, and takes a seat if the event type has seats. Only the attributes of this attendee are written, so
 * attendees that are added concurrently conflict only in the limit and the seats.
 *
 * @throws {Failure} `conflict` if the booking is cancelled or rejected, or already has this address
 * @throws {Failure} `booking_seats_full`, `limit_reached`
 */
export async function createAttendee(caller: Caller, input: AttendeeCreate): Promise<StoredAttendee> {
  const { bookingId, ...fields } = input;
  const [found] = await Promise.all([getBookingAsFirstHost(caller, bookingId), refillIds("attendee", 1)]);
  // The booking's attendees are in the order of their ids, and the booker stays the first.
  const id = await takeIdAbove("attendee", Math.max(0, ...found.attendees.map((other) => other.id)));
  return writeDecision((seen) => {
    // The id is unique, so an earlier attempt, whose response was lost, has added the attendee.
    const added = seen.find(AttendeeItem, { userId: found.userId, id });
    if (added) return { result: added, operations: [] };
    const booking = seen.find(BookingItem, found) ?? found;
    requireFreePlace(booking, { id, email: fields.email });
    const seat = booking.eventType.seatsPerTimeSlot === null ? null : newSeat(id, booking.id);
    const attendee = newAttendee(booking, { ...fields, id, noShow: false, phoneNumber: null }, seat);
    const operations = [
      addToBooking(booking, attendee),
      ...changeSeats(booking, "take", seen),
      ...Attendees.create(attendee),
    ];
    return { result: attendee, operations };
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

/** Creates the operation that adds a new attendee to the item of its booking. */
function addToBooking(booking: StoredBooking, attendee: StoredAttendee): Operation {
  const path = elementPath(BookingItem, ["attendees", attendee.email]);
  const seat = attendee.bookingSeat && {
    [elementPath(BookingItem, ["seatsReferences", attendee.id])]: attendee.bookingSeat,
  };
  const { userId, id } = booking;
  const set = { [path]: AttendeeSummary.parse(attendee), ...seat, updatedAt: nowIso() };
  const room = requireItemSize(withAttendee(booking, attendee));
  const isUnchanged = seat ? hasSameSeatedTime(booking) : equals("status", booking.status);
  const conditions = [absent(path), fewer("attendees", MAX_ATTENDEES), room, isUnchanged];
  return update(BookingItem, { userId, id }, { set, if: all(...conditions) });
}

const withAttendee = (
  booking: StoredBooking,
  { bookingSeat, ...attendee }: StoredAttendee,
): StoredBooking => ({
  ...booking,
  attendees: [...booking.attendees, AttendeeSummary.parse(attendee)],
  seatsReferences: [...booking.seatsReferences, ...(bookingSeat ? [bookingSeat] : [])],
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
    throw new Failure("conflict", "The booking already has an attendee with this email address.");
}

/**
 * Creates the operation that takes one more seat in a booking's seated time, or frees one; none if the booking has no seated time or holds no time.
 * Write it together with the condition {@link hasSameSeatedTime}, because the booking may have moved since it was read.
 */
export function changeSeats(
  { userId, status, claim, eventType }: StoredBooking,
  change: "take" | "free",
  seen: SeenItems,
): Operation[] {
  const { seatsPerTimeSlot } = eventType;
  if (!holdsTime(status) || claim?.slot == null || seatsPerTimeSlot === null) return [];
  const { slot, ...minutes } = claim;
  const seat = { userId, slot, count: 1 };
  return [change === "take" ? takeSeats(seat, { minutes, seatsPerTimeSlot }, seen) : freeSeats(seat)];
}

/** The condition that a booking is still in the seated time, or in none, as when it was read. A seated time is named by its times. */
export const hasSameSeatedTime = ({ status, startTime, endTime }: StoredBooking): Condition =>
  all(equals("status", status), equals("startTime", startTime), equals("endTime", endTime));
