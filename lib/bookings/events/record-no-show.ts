import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Operation } from "#lib/table/operations.ts";
import { recordEvent } from "./record-event.ts";

/** Creates the operations that record a change of no-shows. `changed` has the host and those attendees that differ. */
export function recordNoShowEvent(before: StoredBooking, after: StoredBooking): Operation[] {
  const noShowsBefore = new Map(before.attendees.map(({ id, noShow }) => [id, noShow]));
  const attendees = after.attendees.filter(({ id, noShow }) => noShowsBefore.get(id) !== noShow);
  return recordEvent("BOOKING_NO_SHOW_UPDATED", after, {
    changed: {
      ...(before.noShowHost !== after.noShowHost && {
        noShowHost: { from: before.noShowHost, to: after.noShowHost },
      }),
      ...(attendees.length > 0 && {
        attendees: {
          from: attendees.map(({ id, email }) => ({ email, noShow: noShowsBefore.get(id) ?? false })),
          to: attendees.map(({ email, noShow }) => ({ email, noShow })),
        },
      }),
    },
  });
}
