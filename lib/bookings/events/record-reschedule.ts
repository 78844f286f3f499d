import { isDeepStrictEqual } from "node:util";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { PayloadExtras } from "./payload-extras.ts";
import { eventWrites, newEvent, scopeOf } from "./record-event.ts";

interface Reschedule {
  /** The cancelled booking; its `eventSequence` is raised where {@link changesScope} says so. */
  original: StoredBooking;
  /** The booking that takes its place. */
  booking: StoredBooking;
  extras: PayloadExtras;
}

/** Whether a booking has other hosts, another event type or team than the one whose place it takes. */
export const changesScope = (original: StoredBooking, booking: StoredBooking): boolean =>
  !isDeepStrictEqual(scopeOf(original), scopeOf(booking));

/**
 * The writes that record a reschedule: an event of the new booking and, where host, event type or team differ, a second one of
 * the original with the same payload, for the host and the webhooks that the first one does not reach.
 */
export function recordReschedule({ original, booking, extras }: Reschedule): Operation[] {
  const event = newEvent("BOOKING_RESCHEDULED", booking, extras);
  if (!changesScope(original, booking)) return eventWrites(event);
  const { payload } = event;
  const second = { ...newEvent("BOOKING_RESCHEDULED", original), payload, firstScope: scopeOf(booking) };
  return [...eventWrites(event), ...eventWrites(second)];
}
