import * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, type Stored, Version } from "#lib/storage/table/entity.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/**
 * The event of bookings with one `iCalUID` in the calendars of a host. `iCalUID` is hashed, because imported ones can be long.
 *
 * - `calendarIds`: calendars that may contain it. A calendar is added before the event is written to it.
 * - `resource`: its name in calendars; missing if that is the part of the `iCalUID` before the `@`.
 * - `bookingId`: the booking that it was last written for.
 * - `attempt`: failed attempts in a row. Until the next one, the item is in the due index (ADR 0025).
 */
export const CalendarEventItem = entity({
  name: "calendar-event",
  key: { pk: "H#{userId}", sk: "CE#{uidHash}" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{uidHash}" } },
  versioned: true,
  schema: z.object({
    userId: z.int(),
    uidHash: z.string(),
    resource: z.string().optional(),
    bookingId: z.int(),
    calendarIds: z.array(z.int()),
    attempt: z.int(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    version: Version,
  }),
  notPersonal: ["calendarIds"],
  accountClosing: "deleted",
});
export type CalendarEvent = Stored<typeof CalendarEventItem>;

/** The `uidHash` of a booking's event. */
export const uidHashOf = ({ iCalUID }: { iCalUID: string }): string => sha256(iCalUID);

/** The part of an `iCalUID` that this service created is unique. */
const OWN_UID = /^[\w-]{22}@/;

/** The item of an event that was never written. The imported `iCalUID`s `1@a.example` and `1@b.example` are different events. */
export function newEvent({ id: bookingId, iCalUID }: StoredBooking, userId: number): CalendarEvent {
  const uidHash = uidHashOf({ iCalUID });
  const own = { userId, uidHash, bookingId, calendarIds: [], attempt: 0, version: 0 };
  return OWN_UID.test(iCalUID) ? own : { ...own, resource: uidHash };
}

/** Writes an event's item, under the condition that it is still as it was read. Returns it with its version. */
export async function saveEvent(
  before: CalendarEvent | undefined,
  after: CalendarEvent,
): Promise<CalendarEvent> {
  const version = (before?.version ?? 0) + 1;
  const written = { ...after, version };
  await writeOne(before ? replace(CalendarEventItem, before, written) : put(CalendarEventItem, written));
  return written;
}
