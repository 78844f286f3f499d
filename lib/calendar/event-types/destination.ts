import { CalendarItem, markDestination, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { readOnlyCalendar } from "#lib/calendar/external/failure.ts";
import { requireMayChooseDestination } from "#lib/calendar/external/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { present } from "#lib/storage/table/condition.ts";
import { check, type Operation } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { EventType } from "./schema.ts";

/**
 * Creates the operations that require and mark the calendar to which the bookings of a new or changed event type are written. It must be
 * the owner's.
 *
 * @throws {Failure} `invalid_request` if it is not, `read_only_calendar`, `insufficient_scope` for an application
 */
export async function destinationWrites(
  caller: Caller,
  { userId, destinationCalendarId: id }: EventType,
  before?: Pick<EventType, "destinationCalendarId">,
): Promise<Operation[]> {
  if (id === null || id === before?.destinationCalendarId) return [];
  requireMayChooseDestination(caller);
  const failure = invalidField("#/destinationCalendarId", "is not a calendar of the event type's owner");
  const calendar = await findItem(CalendarItem, { userId, id });
  if (!calendar) throw failure;
  if (calendar.readOnly) throw readOnlyCalendar("#/destinationCalendarId");
  return [check(CalendarItem, { userId, id }, { if: present("pk"), failure }), markDestination(userId)];
}

/** The calendar to which a booking is written. */
export interface Destination {
  calendar: StoredCalendar;
  /** The event type that chose it; null if it is its user's destination. */
  eventTypeId: number | null;
}

/** The one among a host's calendars that the booking's event type names; else the host's destination. Undefined if there is neither. */
export function destinationAmong(
  calendars: readonly StoredCalendar[],
  eventType: Pick<EventType, "id" | "destinationCalendarId"> | undefined,
): Destination | undefined {
  const writable = calendars.filter(({ readOnly }) => !readOnly);
  const chosen = writable.find(({ id }) => id === eventType?.destinationCalendarId);
  if (chosen && eventType) return { calendar: chosen, eventTypeId: eventType.id };
  const calendar = writable.find(({ isDestination }) => isDestination);
  return calendar && { calendar, eventTypeId: null };
}
