import { findBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { withCompleteCounters } from "#lib/calendar/limits/complete-counters.ts";
import { restrictToHosts } from "#lib/calendar/slots/hosts.ts";
import type { RequestedTime } from "#lib/calendar/slots/requested-time.ts";
import type { Caller } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { StoredBooking } from "./entity.ts";
import { hostIdsOf } from "./entity.ts";
import { holdsTime } from "./status.ts";

/**
 * Returns the time for which a changed booking needs an open host: a new time, or the same one if the booking held none before. Undefined if
 * the start is in the past, where nothing else can be booked, or the event type is deleted.
 */
export async function findRequestedTime(
  { userId: callerId }: Caller,
  before: StoredBooking,
  after: StoredBooking,
): Promise<RequestedTime | undefined> {
  const isMoved = after.startTime !== before.startTime || after.endTime !== before.endTime;
  const needsTime = holdsTime(after.status) && (isMoved || !holdsTime(before.status));
  if (!needsTime || Date.parse(after.startTime) < now()) return undefined;
  const bookable = await findBookable(after.userId, after.eventTypeId);
  if (!bookable) return undefined;
  const moving = holdsTime(before.status) ? before : undefined;
  const withSameHosts = restrictToHosts(await withCompleteCounters(bookable), hostIdsOf(after));
  return { callerId, bookable: withSameHosts, booking: after, moving };
}
