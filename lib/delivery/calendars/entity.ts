import * as z from "zod";
import { sha256 } from "#lib/platform/sha256.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, type Stored, Version } from "#lib/storage/table/entity.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/**
 * The event of bookings with one `iCalUID` in the calendars of a host. `iCalUID` is hashed, because imported ones can be long.
 *
 * - `calendarIds`: calendars that may contain it. A calendar is added before the event is written to it.
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
