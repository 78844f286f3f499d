import { BookingList } from "#lib/bookings/list.ts";
import type { Connected } from "#lib/calendar/external/connect.ts";
import { deleteConnection } from "#lib/calendar/external/delete-connection.ts";
import { CalendarItem, type StoredCalendar } from "#lib/calendar/external/entity.ts";
import { getConnection } from "#lib/calendar/external/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { readInChunks } from "#lib/storage/lists/kind.ts";
import { queryAll, queryPages } from "#lib/storage/table/query.ts";
import { runInParts } from "#lib/storage/table/write.ts";
import { CalendarEventItem } from "./entity.ts";
import { recordInBooking } from "./record-in-booking.ts";

/** Bookings that are changed in parallel. */
const PARALLEL = 8;

/**
 * Deletes a connection with its calendars and their busy times. Events that were written to them stay, and their references are marked as
 * deleted. If it stops before the end, repeat it.
 *
 * @throws {Failure} `not_found`
 */
export async function disconnectCalendars(
  caller: Caller,
  target: { id: number } & IfMatch,
): Promise<Connected> {
  const connection = await getConnection(caller, target.id);
  requireMatch(target, connection);
  const { userId } = connection;
  const calendars = (await queryAll(CalendarItem, { userId })).filter(
    ({ connectionId }) => connectionId === connection.id,
  );
  if (calendars.every(({ readOnly }) => readOnly)) return deleteConnection(caller, target);
  return runInParts(async () => {
    await forgetEvents(userId, calendars);
    const disconnected = await deleteConnection(caller, target);
    // Bookings that were written in the meantime.
    await forgetEvents(userId, calendars);
    return disconnected;
  });
}

/**
 * The events stay recorded as being in the calendars: a reference that is added until these are deleted is found by the second call. A host can have
 * tens of thousands of events, so their bookings are read together.
 */
async function forgetEvents(userId: number, calendars: readonly StoredCalendar[]): Promise<void> {
  const ids = new Set(calendars.map(({ id }) => id));
  for await (const events of queryPages(CalendarEventItem, { userId })) {
    const own = events.filter(({ calendarIds }) => calendarIds.some((id) => ids.has(id)));
    const locations = own.map(({ bookingId: id }) => ({ userId, id }));
    for await (const bookings of readInChunks(BookingList, locations))
      for (const chunk of chunksOf(bookings, PARALLEL))
        await Promise.all(chunk.map((booking) => recordInBooking(booking, { deletedFrom: calendars })));
  }
}
