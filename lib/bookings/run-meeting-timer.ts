import { now } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { type MeetingTimer, meetingTimer, nextMeeting } from "./meeting.ts";
import { writeBooking } from "./write-booking.ts";

/**
 * Records the event of a meeting's start or end, and the next event of the meeting, in one transaction. Does nothing if the event is
 * already recorded, or the booking has changed; sets the timer again if it is early. The booking keeps its `updatedAt`.
 */
export async function runMeetingTimer(timer: MeetingTimer): Promise<void> {
  const { userId, bookingId: id, trigger, at } = timer;
  const read = await findItem(BookingItem, { userId, id });
  if (!read || !isNext(read, timer)) return;
  if (Date.parse(at) > now()) return setTimers([meetingTimer(timer)]);
  let before = read;
  const nextMeetingTrigger = trigger === "MEETING_STARTED" ? ("MEETING_ENDED" as const) : null;
  const written = await writeBooking((seen) => {
    before = seen.find(BookingItem, read) ?? read;
    if (!isNext(before, timer)) return { before, after: before };
    return { before, after: { ...before, nextMeetingTrigger }, events: [{ trigger }] };
  });
  if (written !== before) logRecorded(before, timer);
}

function logRecorded(booking: StoredBooking, { bookingId, trigger, at }: MeetingTimer): void {
  // A booking can be accepted, or moved, after its meeting has started.
  const since = Math.max(Date.parse(at), Date.parse(booking.updatedAt ?? at));
  const lateMs = now() - since;
  const fields = { trigger, bookingId, lateMs, causedBy: invocationId() };
  log("info", "meeting event recorded", { ...fields, ...metrics({ "meeting.late": lateMs }) });
}

function isNext(booking: StoredBooking, { trigger, at }: MeetingTimer): boolean {
  const next = nextMeeting(booking);
  return next?.trigger === trigger && next.at === at;
}
