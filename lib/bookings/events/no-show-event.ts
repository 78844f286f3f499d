import type { PlannedEvent } from "#lib/bookings/booking-change.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";

/** The event of a change of no-shows. `changed` has the host and those attendees that differ. */
export function noShowEvent(before: StoredBooking, after: StoredBooking): PlannedEvent {
  const noShowsBefore = new Map(before.attendees.map(({ id, noShow }) => [id, noShow]));
  const attendees = after.attendees.filter(({ id, noShow }) => noShowsBefore.get(id) !== noShow);
  const changed = {
    ...(before.noShowHost !== after.noShowHost && {
      noShowHost: { from: before.noShowHost, to: after.noShowHost },
    }),
    ...(attendees.length > 0 && {
      attendees: {
        from: attendees.map(({ id, email }) => ({ email, noShow: noShowsBefore.get(id) ?? false })),
        to: attendees.map(({ email, noShow }) => ({ email, noShow })),
      },
    }),
  };
  return { trigger: "BOOKING_NO_SHOW_UPDATED", extras: { changed } };
}
