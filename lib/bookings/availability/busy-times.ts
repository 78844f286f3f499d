import { BookingItem, BookingPointer } from "#lib/bookings/entity.ts";
import { ReservationItem, type StoredReservation } from "#lib/bookings/reservations/entity.ts";
import { Booking } from "#lib/bookings/schema.ts";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import type { ClaimedTime } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_OWNER } from "#lib/calendar/claims/external-minutes.ts";
import { reservationUidOf, seatedTimeOf } from "#lib/calendar/claims/owner.ts";
import { eventTypeOfSeatedTime, timesOfSeatedTime } from "#lib/calendar/claims/seats.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { type CalendarBusyTime, listCountedBusyTimes } from "#lib/calendar/external/counted-busy-times.ts";
import { instantOf } from "#lib/platform/minutes.ts";
import { projection, type Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import type { BusyTime } from "./schema.ts";

/** Stored bookings, of which only a small part is read, because a user can have hundreds in a range. */
const TimesOfBooking = projection(BookingItem, {
  schema: Booking.pick({ id: true, title: true, startTime: true, endTime: true, eventTypeId: true }),
});
type TimesOfBooking = Stored<typeof TimesOfBooking>;

/**
 * Lists when a user is busy in a range, ascending, by the user's claimed time: bookings, shared slots and reservations, without buffers, and
 * busy times of other calendars.
 */
export async function listBusyTimes(
  userId: number,
  claimedTimes: readonly ClaimedTime[],
  range: Range,
): Promise<BusyTime[]> {
  const owners = claimedTimes
    .filter((time) => time.from < range.to && time.to > range.from)
    .map(({ owner }) => owner);
  const ids = new Set(owners.filter((owner) => typeof owner === "number"));
  const slots = new Set(owners.flatMap((owner) => seatedTimeOf(owner) ?? []));
  const uids = new Set(owners.flatMap((owner) => reservationUidOf(owner) ?? []));
  const [bookings, eventTypes, reservations, calendars] = await Promise.all([
    readTimesOfBookings([...ids].map((id) => ({ userId, id }))),
    findItems([...slots].map((slot) => itemRequest(EventTypeItem, { id: eventTypeOfSeatedTime(slot) }))),
    findItems([...uids].map((uid) => itemRequest(ReservationItem, { uid }))),
    owners.includes(EXTERNAL_OWNER) ? listCountedBusyTimes(userId) : [],
  ]);
  const [from, to] = [instantOf(range.from), instantOf(range.to)];
  return [
    ...bookings.flatMap((booking) => (booking ? [busyWithBooking(booking)] : [])),
    ...[...slots].map((slot, index) => busyWithSlot(slot, eventTypes[index]?.title ?? "")),
    ...reservations.flatMap((reservation) => (reservation ? [busyWithReservation(reservation)] : [])),
    ...calendars.map(busyWithCalendar),
  ]
    .filter(({ start, end }) => start < to && end > from)
    .toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** Reads the times of bookings. */
async function readTimesOfBookings(
  keys: readonly { userId: number; id: number }[],
): Promise<(TimesOfBooking | undefined)[]> {
  const options = { attributesOfSchema: true };
  const found = await findItems(
    keys.flatMap((key) => [itemRequest(TimesOfBooking, key), itemRequest(BookingPointer, key)]),
    options,
  );
  const pointers = found.filter((item): item is Stored<typeof BookingPointer> => !!item && "hostId" in item);
  const requests = pointers.map(({ hostId, id }) => itemRequest(TimesOfBooking, { userId: hostId, id }));
  const bookings = found.filter((item): item is TimesOfBooking => !!item && "title" in item);
  return [...bookings, ...(await findItems(requests, options))];
}

const busyWithReservation = ({ uid, startTime, endTime, eventTypeId }: StoredReservation): BusyTime => ({
  start: startTime,
  end: endTime,
  title: "Reserved",
  source: `eventType-${eventTypeId}`,
  reservationUid: uid,
});

const busyWithBooking = (booking: TimesOfBooking): BusyTime => ({
  start: booking.startTime,
  end: booking.endTime,
  title: booking.title,
  source: `eventType-${booking.eventTypeId}-booking-${booking.id}`,
});

const busyWithCalendar = ({ calendarId, from, to: end }: CalendarBusyTime): BusyTime => ({
  start: instantOf(from),
  end: instantOf(end),
  title: "Busy",
  source: `calendar:${calendarId}`,
});

function busyWithSlot(slot: string, title: string): BusyTime {
  const { startTime, endTime } = timesOfSeatedTime(slot);
  return { start: startTime, end: endTime, title, source: `eventType-${eventTypeOfSeatedTime(slot)}` };
}
