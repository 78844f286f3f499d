import { findBookable } from "#lib/event-types/get-bookable.ts";
import { withCompleteCounters } from "#lib/limits/complete-counters.ts";
import { now } from "#lib/platform/clock.ts";
import { restrictToHosts } from "#lib/slots/hosts.ts";
import type { RequestedTime } from "#lib/slots/require-open.ts";
import type { StoredBooking } from "./entity.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";
import { holdsTime } from "./status.ts";

/**
 * The time for which a change of a booking needs an open host: another time, or the same one if the booking held none. None for a
 * booking that has begun, which offers nothing to anybody, or whose event type is deleted.
 */
export async function findRequestedTime(
  before: StoredBooking,
  after: StoredBooking,
): Promise<RequestedTime | undefined> {
  const isMoved = after.startTime !== before.startTime || after.endTime !== before.endTime;
  const needsTime = holdsTime(after.status) && (isMoved || !holdsTime(before.status));
  if (!needsTime || Date.parse(after.startTime) < now()) return undefined;
  const bookable = await findBookable(after.userId, after.eventTypeId);
  if (!bookable) return undefined;
  const moving = holdsTime(before.status) ? before : undefined;
  const kept = restrictToHosts(await withCompleteCounters(bookable), hostIdsOf(after));
  return { bookable: kept, booking: after, moving };
}
