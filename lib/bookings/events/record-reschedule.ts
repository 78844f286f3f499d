import { isDeepStrictEqual } from "node:util";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { PayloadExtras } from "./payload-extras.ts";
import { eventWrites, newEvent, scopeOf } from "./record-event.ts";

interface Reschedule {
  /** The cancelled booking. Its `eventSequence` is raised if {@link changesScope} is true. */
  original: StoredBooking;
  /** The booking that replaces it. */
  booking: StoredBooking;
  extras: PayloadExtras;
}

/** Whether a booking has other hosts, another event type or another team than the one it replaces. */
export const changesScope = (original: StoredBooking, booking: StoredBooking): boolean =>
  !isDeepStrictEqual(scopeOf(original), scopeOf(booking));

/**
 * Creates the operations that record a reschedule: an event of the new booking and, if hosts, event type or team differ, a second event of
 * the original with the same payload, for the hosts and webhooks that do not receive the first one.
 */
export function recordReschedule({ original, booking, extras }: Reschedule): Operation[] {
  const event = newEvent("BOOKING_RESCHEDULED", booking, extras);
  if (!changesScope(original, booking)) return eventWrites(event);
  const { payload } = event;
  const second = { ...newEvent("BOOKING_RESCHEDULED", original), payload, firstScope: scopeOf(booking) };
  return [...eventWrites(event), ...eventWrites(second)];
}
