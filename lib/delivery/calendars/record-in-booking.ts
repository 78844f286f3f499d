import { ReferenceItem, References } from "#lib/bookings/booking-references/entity.ts";
import { MAX_REFERENCES } from "#lib/bookings/booking-references/writes.ts";
import { newChildFields } from "#lib/bookings/children/booking-child.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import { writeBooking } from "#lib/bookings/write-booking.ts";
import type { Destination } from "#lib/calendar/event-types/destination.ts";
import { ConnectionItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { present } from "#lib/storage/table/condition.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { check, type Operation, update } from "#lib/storage/table/operations.ts";

/** The type of references to events in CalDAV calendars. */
const TYPE = "caldav_calendar";

/** In which calendars of a host the event of a booking is now. */
export interface WrittenEvent {
  writtenTo?: Destination | undefined;
  deletedFrom: readonly StoredCalendar[];
}

/**
 * Records in a booking where its event is: one reference for each calendar, which is marked as deleted without its event; and the first host's
 * calendar as the booking's destination. It records no event of the booking, and its `iCalSequence` stays. Writes nothing if nothing differs.
 */
export async function recordInBooking(booking: StoredBooking, written: WrittenEvent): Promise<void> {
  if (isRecorded(booking, written)) return;
  const [id = 0] = await takeIds("reference", 1);
  await writeBooking((seen) => {
    const before = seen.find(BookingItem, booking) ?? booking;
    const connection = keyOfConnection(written);
    const isDisconnected =
      connection && seen.has(ConnectionItem, connection) && !seen.find(ConnectionItem, connection);
    const current = isDisconnected ? { ...written, writtenTo: undefined } : written;
    if (isRecorded(before, current)) return { before, after: before };
    const { writtenTo } = current;
    const after = {
      ...before,
      references: referencesAfter(before, current),
      ...(writtenTo && destinationFields(before, writtenTo)),
      updatedAt: nowIso(),
    };
    const added = writtenTo && newReference(before, writtenTo.calendar, id);
    if (added) after.references.push(ReferenceSummary.parse(added));
    const others = [
      ...restoredReferences(before, after),
      ...(added ? References.create(added) : []),
      // A reference that is added after its connection was deleted would never be marked as deleted.
      ...(connection && writtenTo ? [check(ConnectionItem, connection, { if: present("pk") })] : []),
    ];
    return { before, after, others };
  });
}

const keyOfConnection = ({ writtenTo }: WrittenEvent) =>
  writtenTo && { userId: writtenTo.calendar.userId, id: writtenTo.calendar.connectionId };

type Reference = StoredBooking["references"][number];

/** Whether a reference is to the event of a booking in a calendar. */
const isIn =
  ({ iCalUID }: StoredBooking, { externalId, connectionId }: StoredCalendar) =>
  ({ type, uid, externalCalendarId, credentialId }: Reference): boolean =>
    type === TYPE && uid === iCalUID && externalCalendarId === externalId && credentialId === connectionId;

/** The references of a booking, with those to its events marked as deleted or not. */
const referencesAfter = (booking: StoredBooking, { writtenTo, deletedFrom }: WrittenEvent): Reference[] =>
  booking.references.map((reference) => {
    if (deletedFrom.some((calendar) => isIn(booking, calendar)(reference)))
      return { ...reference, deleted: true };
    return writtenTo && isIn(booking, writtenTo.calendar)(reference)
      ? { ...reference, deleted: null }
      : reference;
  });

/** A new reference to the event in a calendar; undefined if the booking has one, or too many others. */
function newReference(booking: StoredBooking, calendar: StoredCalendar, id: number) {
  const { references, iCalUID: uid } = booking;
  const present = references.filter(({ deleted }) => deleted !== true);
  if (references.some(isIn(booking, calendar)) || present.length >= MAX_REFERENCES) return undefined;
  return {
    ...{ ...newChildFields(booking), id, type: TYPE, uid, meetingId: uid, deleted: null },
    ...{ meetingPassword: null, meetingUrl: null, thirdPartyRecurringEventId: null },
    ...{ externalCalendarId: calendar.externalId, credentialId: calendar.connectionId },
  };
}

/** The fields of a booking about its destination: that of its first host. */
const destinationFields = ({ userId }: StoredBooking, { calendar, eventTypeId }: Destination) =>
  calendar.userId === userId && {
    destinationCalendarId: calendar.id,
    destinationCalendar: {
      ...{ id: calendar.id, integration: TYPE, externalId: calendar.externalId ?? "", name: calendar.name },
      ...{ userId, eventTypeId, credentialId: calendar.connectionId },
    },
  };

/** Marks references as not deleted that were. Those that are deleted now are marked with the booking. */
const restoredReferences = (before: StoredBooking, after: StoredBooking): Operation[] =>
  before.references
    .filter(({ id, deleted }) => deleted && after.references.some((each) => each.id === id && !each.deleted))
    .map(({ id }) => {
      const reference = { userId: before.userId, id, bookingId: before.id };
      return update(ReferenceItem, reference, { set: { deleted: null }, if: present("pk") });
    });

/** Whether a booking needs no change. A booking that was cancelled in the meantime gets no reference. */
function isRecorded(booking: StoredBooking, written: WrittenEvent): boolean {
  const { writtenTo, deletedFrom } = written;
  if (writtenTo && booking.status !== "ACCEPTED") return true;
  const hasDeleted = deletedFrom.some((calendar) =>
    booking.references.some((each) => isIn(booking, calendar)(each) && each.deleted !== true),
  );
  if (hasDeleted) return false;
  if (!writtenTo) return true;
  const isNamed =
    writtenTo.calendar.userId !== booking.userId || booking.destinationCalendarId === writtenTo.calendar.id;
  const own = booking.references.find(isIn(booking, writtenTo.calendar));
  return isNamed && (own ? own.deleted !== true : !newReference(booking, writtenTo.calendar, 0));
}
