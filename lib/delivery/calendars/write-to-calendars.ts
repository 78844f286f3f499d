import { hostIdsOf, type StoredBooking } from "#lib/bookings/entity.ts";
import { findBookingOfHost } from "#lib/bookings/visibility.ts";
import { type Destination, destinationAmong } from "#lib/calendar/event-types/destination.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { CalendarItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { endAttempt, type Failures } from "./attempts.ts";
import { deleteEventOf, putEventOf } from "./change-event.ts";
import { type CalendarEvent, CalendarEventItem, newEvent, saveEvent, uidHashOf } from "./entity.ts";
import type { CalendarWriteMessage } from "./messages.ts";
import { recordInBooking } from "./record-in-booking.ts";

/**
 * Makes the calendars of a host equal to a booking as it is now: if it is accepted and the host isn't locked, its event is in its destination,
 * otherwise in none. It is safe to repeat, late, and in any order. If a server fails, the next attempt is set; the booking depends on none of it.
 */
export const writeToCalendars = (message: CalendarWriteMessage): Promise<void> =>
  // Of two concurrent runs for one event, one fails when it writes the event's item, and begins again with the booking as it is then.
  retryFailedCondition(() => writeOnce(message));

async function writeOnce(message: CalendarWriteMessage): Promise<void> {
  const plan = await planWrite(message);
  if (!plan) return;
  const { booking, event, destination, former } = plan;
  const calendars = destination ? [...former, destination.calendar] : former;
  // Written before the requests: if the function stops after them, the next run finds the events.
  const started = await saveEvent(event, {
    ...(event ?? newEvent(booking, message.userId)),
    ...{ bookingId: booking.id, calendarIds: calendars.map(({ id }) => id) },
  });
  const failures: Failures = new Map();
  const isDone = async (calendar: StoredCalendar, change: typeof putEventOf): Promise<boolean> => {
    const failure = await change({ booking, event: started, calendar });
    if (failure) failures.set(calendar, failure);
    return failure === undefined;
  };
  // Deleted first, so that there are never two.
  const deleted = await Promise.all(former.map((calendar) => isDone(calendar, deleteEventOf)));
  const deletedFrom = former.filter((_, at) => deleted[at]);
  const isWritten = destination && (await isDone(destination.calendar, putEventOf));
  await recordInBooking(booking, { deletedFrom, writtenTo: isWritten ? destination : undefined });
  const calendarIds = calendars.filter((calendar) => !deletedFrom.includes(calendar)).map(({ id }) => id);
  await endAttempt(message, { started, calendarIds, calendars, failures });
}

/** What a run does. */
interface Plan {
  booking: StoredBooking;
  /** As it is stored. */
  event: CalendarEvent | undefined;
  /** Where the event belongs. */
  destination: Destination | undefined;
  /** Calendars that may contain it and should not. */
  former: StoredCalendar[];
}

/** Undefined if there is nothing to do. */
async function planWrite({ userId, bookingId, attempt }: CalendarWriteMessage): Promise<Plan | undefined> {
  const changed = await findBookingOfHost(userId, bookingId);
  if (!changed) return undefined;
  const [event, calendars, host] = await Promise.all([
    findItem(CalendarEventItem, { userId, uidHash: uidHashOf(changed) }),
    queryAll(CalendarItem, { userId }),
    findItem(UserItem, { id: userId }),
  ]);
  // A later change has been tried since.
  if (attempt !== undefined && event?.attempt !== attempt) return undefined;
  const booking = await findOwner(changed, event, userId);
  // The server may be that of somebody who used the host's account.
  const mayReceive = host?.isLocked === false && isAccepted(booking, userId);
  const destination = mayReceive
    ? destinationAmong(calendars, await findItem(EventTypeItem, { id: booking.eventTypeId }))
    : undefined;
  const former = calendars.filter(
    ({ id }) => event?.calendarIds.includes(id) && id !== destination?.calendar.id,
  );
  const isEqual = !destination && former.length === 0 && event?.wakesAt === undefined;
  return isEqual ? undefined : { booking, event, destination, former };
}

const isAccepted = (booking: StoredBooking, userId: number): boolean =>
  booking.status === "ACCEPTED" && hostIdsOf(booking).includes(userId);

/**
 * The booking that an event belongs to. A booking that replaces another has its `iCalUID` (ADR 0063), and the message of the cancelled one
 * may come last: the event belongs to the one that is accepted, else to the newer one.
 */
async function findOwner(
  changed: StoredBooking,
  event: CalendarEvent | undefined,
  userId: number,
): Promise<StoredBooking> {
  if (!event || event.bookingId === changed.id) return changed;
  const earlier = await findBookingOfHost(userId, event.bookingId);
  if (!earlier) return changed;
  const [first, second] = [changed, earlier].map((booking) => isAccepted(booking, userId));
  if (first !== second) return first ? changed : earlier;
  return changed.iCalSequence > earlier.iCalSequence ? changed : earlier;
}
