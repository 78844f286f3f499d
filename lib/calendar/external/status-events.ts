import { now } from "#lib/platform/clock.ts";
import { EventItem, NO_BOOKING } from "#lib/storage/outbox/entity.ts";
import { newEvent } from "#lib/storage/outbox/new-event.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import type { StoredCalendar, StoredConnection } from "./entity.ts";

/** The writes that record an event for each calendar that was disconnected by a change, or can be read again. */
export function statusEvents(
  before: readonly StoredCalendar[],
  after: readonly StoredCalendar[],
  connections: readonly StoredConnection[],
): Operation[] {
  const changed = after.filter((calendar) => {
    const earlier = before.find(({ id }) => id === calendar.id);
    return earlier && earlier.isDisconnected !== calendar.isDisconnected;
  });
  return changed.map((calendar, at) => {
    const connection = connections.find(({ id }) => id === calendar.connectionId);
    return recordStatusEvent(calendar, connection?.account ?? "", at);
  });
}

/** `delay` in milliseconds: calendars may have the same version, so the keys of their events only differ in the time. */
function recordStatusEvent(calendar: StoredCalendar, account: string, delay: number): Operation {
  const { id: calendarId, connectionId, userId, name, type, status, error, lastCheckedAt } = calendar;
  const payload = { calendarId, connectionId, userId, name, type, account, status, error, lastCheckedAt };
  const event = {
    ...{ userId, eventTypeId: null, teamId: null, bookingId: NO_BOOKING, sequence: calendar.version },
    trigger: calendar.isDisconnected ? ("CALENDAR_DISCONNECTED" as const) : ("CALENDAR_RECONNECTED" as const),
    payload: JSON.stringify(payload),
  };
  const createdAt = new Date(now() + delay).toISOString();
  return put(EventItem, { ...newEvent(event, userId), createdAt });
}
