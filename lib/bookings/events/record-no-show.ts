import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Operation } from "#lib/table/operations.ts";
import { recordEvent } from "./record-event.ts";

/** The writes that tell who did not come after all, or did: `changed` says host and attendees before and after. */
export function recordNoShow_TMP(before: StoredBooking, after: StoredBooking): Operation[] {
  const was = new Map(before.attendees.map(({ id, noShow }) => [id, noShow]));
  const attendees = after.attendees.filter(({ id, noShow }) => was.get(id) !== noShow);
  return recordEvent("BOOKING_NO_SHOW_UPDATED", after, {
    changed: {
      ...(before.noShowHost !== after.noShowHost && {
        noShowHost: { from: before.noShowHost, to: after.noShowHost },
      }),
      ...(attendees.length > 0 && {
        attendees: {
          from: attendees.map(({ id, email }) => ({ email, noShow: was.get(id) ?? false })),
          to: attendees.map(({ email, noShow }) => ({ email, noShow })),
        },
      }),
    },
  });
}
