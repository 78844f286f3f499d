import { hostIdsOf, type StoredBooking } from "#lib/bookings/entity.ts";
import { withCompleteCounters } from "#lib/bookings/limits/complete-counters.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import { type Bookable, findBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { restrictToHosts } from "#lib/calendar/slots/hosts.ts";
import type { Caller } from "#lib/caller.ts";
import type { MovingBooking } from "./find-slots.ts";

/** The requested time of a booking. */
export interface RequestedTime {
  /** The id of the user who requests it. */
  callerId: number;
  bookable: Bookable;
  booking: {
    startTime: string;
    endTime: string;
    claim: Range | null;
    attendees: readonly unknown[];
    eventType: { seatsPerTimeSlot: number | null };
  };
  /** The booking that is moved, so that its current time becomes free. */
  moving?: MovingBooking | undefined;
  /** The zone in which the slots of a failure start at round times; by default UTC. */
  viewerZone?: string | undefined;
}

/** Whether a changed booking gets time: a new one, or the same one if it held none before. */
export function getsTime(before: StoredBooking, after: StoredBooking): boolean {
  const isMoved = after.startTime !== before.startTime || after.endTime !== before.endTime;
  return holdsTime(after.status) && (isMoved || !holdsTime(before.status));
}

/** Returns the time that a changed booking gets. Undefined if it gets none, or the event type is deleted. */
export async function findRequestedTime(
  { userId: callerId }: Caller,
  before: StoredBooking,
  after: StoredBooking,
): Promise<RequestedTime | undefined> {
  if (!getsTime(before, after)) return undefined;
  const bookable = await findBookable(after.userId, after.eventTypeId);
  if (!bookable) return undefined;
  const moving = holdsTime(before.status) ? before : undefined;
  const withSameHosts = await restrictToHosts(await withCompleteCounters(bookable), hostIdsOf(after));
  return { callerId, bookable: withSameHosts, booking: after, moving };
}
