import type { StoredBooking } from "#lib/bookings/entity.ts";
import { deleteEvent, type EventResource, putEvent } from "#lib/calendar/external/caldav-calendar.ts";
import type { CalDavAccount } from "#lib/calendar/external/caldav-requests.ts";
import { openCredentials } from "#lib/calendar/external/credentials.ts";
import { ConnectionItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { CalendarFailure, type CalendarFailureCode } from "#lib/calendar/external/failure.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { CalendarEvent } from "./entity.ts";
import { eventTextOf } from "./event-text.ts";

/** What happened in a calendar: undefined if it was changed, else why not. */
type Outcome = Promise<CalendarFailureCode | undefined>;

/** A booking, its event, and a calendar that it is changed in. */
interface EventChange {
  booking: StoredBooking;
  event: CalendarEvent;
  calendar: StoredCalendar;
}

/** Writes the event of a booking to a calendar. */
export const putEventOf = (target: EventChange): Outcome =>
  change(target.calendar, (account) =>
    putEvent(account, resourceOf(target), eventTextOf(target.booking, target.calendar)),
  );

/** Deletes the event of a booking from a calendar. */
export const deleteEventOf = (target: EventChange): Outcome =>
  change(target.calendar, (account) => deleteEvent(account, resourceOf(target)));

/** Where the event of a booking is: at the same URL after the booking was replaced by another. */
const resourceOf = ({ booking, event, calendar }: EventChange): EventResource => ({
  calendarUrl: calendar.url ?? "",
  uid: booking.iCalUID,
  part: event.resource ?? (booking.iCalUID.replace(/@.*/s, "") || booking.iCalUID),
});

/** Sends no request while the server rejects the credentials, because that could lock the account. */
async function change(calendar: StoredCalendar, run: (account: CalDavAccount) => Promise<void>): Outcome {
  if (calendar.status === "rejected") return "calendar_credentials_rejected";
  const account = await findAccount(calendar);
  if (!account) return undefined;
  try {
    await run(account);
    return undefined;
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    return error.code;
  }
}

/** Undefined if the calendar was disconnected in the meantime. */
async function findAccount({ userId, connectionId }: StoredCalendar): Promise<CalDavAccount | undefined> {
  const connection = await findItem(ConnectionItem, { userId, id: connectionId });
  const credentials = connection && (await openCredentials(connection));
  return credentials?.type === "caldav" ? credentials : undefined;
}
