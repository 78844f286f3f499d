import type { PlannedEvent } from "#lib/bookings/booking-change.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { recordEvents } from "#lib/bookings/events/record-event.ts";
import { noShowEvent } from "#lib/bookings/no-show.ts";
import { requireItemSize, requireItemSizeToGrow } from "#lib/bookings/require-item-size.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { notFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, present } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { elementPath } from "#lib/storage/table/item-format.ts";
import { type Operation, replace, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { requireFreeEmail } from "./create.ts";
import { AttendeeItem, StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./read.ts";
import type { AttendeeUpdate } from "./schema.ts";

/**
 * Changes an attendee, also in its booking. If nothing differs, nothing is written. Mails and calendars treat a changed address as another person:
 * `BOOKING_ATTENDEE_ADDED` is recorded with the former address among those who left, and with the next revision for calendars.
 *
 * @throws {Failure} `limit_reached` if the booking is too large for the change
 * @throws {Failure} `conflict` if another attendee of the booking has the address
 */
export async function updateAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: AttendeeUpdate,
): Promise<StoredAttendee> {
  return writeDecision(async (seen) => {
    const { id } = target;
    const before = await getChangeableAttendee(caller, id);
    requireMatch(target, before);
    const booking = seen.find(BookingItem, { userId: before.userId, id: before.bookingId });
    const changed = StoredAttendee.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return { result: before, operations: [] };
    const after = { ...changed, version: before.version + 1 };
    const inBooking =
      after.noShow === before.noShow && hasSameAddress(before, after)
        ? [updateInBooking(before, after, booking)]
        : await replaceWithEvents(before, after);
    return { result: after, operations: [replace(AttendeeItem, before, after), ...inBooking] };
  });
}

const hasSameAddress = (one: StoredAttendee, other: StoredAttendee): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase();

/** Creates the operation that changes an attendee in the item of its booking, where its email address is its key. */
function updateInBooking(
  before: StoredAttendee,
  after: StoredAttendee,
  booking: StoredBooking | undefined,
): Operation {
  const { userId, bookingId: id } = before;
  const pathBefore = elementPath(BookingItem, ["attendees", before.email]);
  const path = elementPath(BookingItem, ["attendees", after.email]);
  const isRenamed = path !== pathBefore;
  return update(
    BookingItem,
    { userId, id },
    {
      set: { [path]: AttendeeSummary.parse(after), updatedAt: nowIso() },
      remove: isRenamed ? [pathBefore] : [],
      if: all(
        present("pk"),
        ...(isRenamed ? [absent(path)] : []),
        ...(bytesOf(after) > bytesOf(before)
          ? [requireItemSizeToGrow("attendees", booking && withAttendee(booking, after))]
          : []),
      ),
    },
  );
}

/** Returns the bytes of an attendee in its booking, including its key. */
const bytesOf = (attendee: StoredAttendee): number =>
  itemBytes([attendee.email, AttendeeSummary.parse(attendee)]);

/** Creates the operations that change an attendee in its booking, and the events, which contain the whole booking. */
async function replaceWithEvents(before: StoredAttendee, after: StoredAttendee): Promise<Operation[]> {
  const { userId, bookingId: id } = before;
  const booking = await findItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  requireFreeEmail(booking, after);
  const isOther = !hasSameAddress(before, after) && holdsTime(booking.status);
  const changed = {
    ...withAttendee(booking, after),
    iCalSequence: booking.iCalSequence + (isOther ? 1 : 0),
    updatedAt: nowIso(),
  };
  const events: PlannedEvent[] = [
    ...(isOther ? [{ trigger: "BOOKING_ATTENDEE_ADDED" as const, extras: { attendee: after } }] : []),
    ...(after.noShow === before.noShow ? [] : [noShowEvent(booking, changed)]),
  ];
  const bookingAfter = { ...changed, eventSequence: booking.eventSequence + events.length };
  if (bytesOf(after) > bytesOf(before)) requireItemSize(bookingAfter);
  return [replace(BookingItem, booking, bookingAfter), ...recordEvents(booking, bookingAfter, events)];
}

const withAttendee = (booking: StoredBooking, attendee: StoredAttendee): StoredBooking => ({
  ...booking,
  attendees: booking.attendees.map((other) =>
    other.id === attendee.id ? AttendeeSummary.parse(attendee) : other,
  ),
});
