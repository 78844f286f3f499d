import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { recordNoShowEvent } from "#lib/bookings/events/record-no-show.ts";
import { requireRoomToGrow } from "#lib/bookings/require-room.ts";
import { AttendeeSummary } from "#lib/bookings/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { type IfMatch, requireMatch } from "#lib/http/precondition.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { absent, all, present } from "#lib/table/condition.ts";
import { elementPath } from "#lib/table/form.ts";
import { itemBytes } from "#lib/table/item-bytes.ts";
import { type Operation, replace, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { AttendeeItem, StoredAttendee } from "./entity.ts";
import { getChangeableAttendee } from "./get.ts";
import { requireFreeEmail } from "./require-free-email.ts";
import type { AttendeeUpdate } from "./schema.ts";

/**
 * Changes an attendee, also in its booking. If nothing differs, nothing is written.
 *
 * @throws {Failure} `limit_reached` if the booking is too large for the change
 * @throws {Failure} `conflict` if another attendee of the booking has the address
 */
export async function updateAttendee(
  caller: Caller,
  target: { id: number } & IfMatch,
  changes: AttendeeUpdate,
): Promise<StoredAttendee> {
  return retryFailedCondition(async (conditionFailed) => {
    const { id } = target;
    const booking = conditionFailed?.itemOf(BookingItem);
    if (booking && changes.email !== undefined) requireFreeEmail(booking, { id, email: changes.email });
    const before = await getChangeableAttendee(caller, id);
    requireMatch(target, before);
    const changed = StoredAttendee.parse({ ...before, ...changes });
    if (JSON.stringify(changed) === JSON.stringify(before)) return before;
    const after = { ...changed, version: before.version + 1 };
    const inBooking =
      after.noShow === before.noShow
        ? [updateInBooking(before, after, { booking: booking && withAttendee(booking, after) })]
        : await updateWithEvent(before, after);
    return commitResult(after, [replace(AttendeeItem, before, after), ...inBooking]);
  });
}

interface BookingUpdate {
  /** The booking after the change, if it is known. */
  booking?: StoredBooking | undefined;
  /** Only with an event. */
  ifVersion?: number;
  eventSequence?: number;
}

/** Creates the operation that changes an attendee in the item of its booking, where its email address is its key. */
function updateInBooking(
  before: StoredAttendee,
  after: StoredAttendee,
  { booking, ifVersion, eventSequence }: BookingUpdate,
): Operation {
  const { userId, bookingId: id } = before;
  const pathBefore = elementPath(BookingItem, ["attendees", before.email]);
  const path = elementPath(BookingItem, ["attendees", after.email]);
  const isRenamed = path !== pathBefore;
  return update(
    BookingItem,
    { userId, id },
    {
      set: { [path]: AttendeeSummary.parse(after), updatedAt: nowIso(), eventSequence },
      remove: isRenamed ? [pathBefore] : [],
      if: all(
        present("pk"),
        ...(isRenamed ? [absent(path)] : []),
        ...(bytesOf(after) > bytesOf(before) ? [requireRoomToGrow("attendees", booking)] : []),
      ),
      ...(ifVersion !== undefined && { ifVersion }),
    },
  );
}

/** Returns the bytes of an attendee in its booking, including its key. */
const bytesOf = (attendee: StoredAttendee): number =>
  itemBytes([attendee.email, AttendeeSummary.parse(attendee)]);

/** Creates the same operation together with the event, which contains the whole booking. */
async function updateWithEvent(before: StoredAttendee, after: StoredAttendee): Promise<Operation[]> {
  const { userId, bookingId: id } = before;
  const booking = await getItem(BookingItem, { userId, id });
  if (!booking) throw notFound("Booking");
  const eventSequence = booking.eventSequence + 1;
  const bookingAfter = { ...withAttendee(booking, after), eventSequence };
  const { version: ifVersion } = booking;
  return [
    updateInBooking(before, after, { booking: bookingAfter, ifVersion, eventSequence }),
    ...recordNoShowEvent(booking, bookingAfter),
  ];
}

const withAttendee = (booking: StoredBooking, attendee: StoredAttendee): StoredBooking => ({
  ...booking,
  attendees: booking.attendees.map((other) =>
    other.id === attendee.id ? AttendeeSummary.parse(attendee) : other,
  ),
});
