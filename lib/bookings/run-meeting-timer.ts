import { now } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { REMINDER } from "#lib/storage/outbox/triggers.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import type { BookingChange } from "./booking-change.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { nextMeeting } from "./meeting.ts";
import { type MeetingTimer, meetingTimer } from "./meeting-timer.ts";
import { writeBooking } from "./write-booking.ts";

/** The most milliseconds by which a reminder may be late. */
const MAX_REMINDER_DELAY = 30 * MINUTE;

/**
 * Records the event of a meeting that is due, and which one is next, in one transaction. Does nothing if the event is already recorded, or
 * the booking has changed; sets the timer again if it is early. The booking keeps its `updatedAt`.
 */
export async function runMeetingTimer(timer: MeetingTimer): Promise<void> {
  const { userId, bookingId: id } = timer;
  const read = await findItem(BookingItem, { userId, id });
  const next = read && nextMeeting(read);
  if (!next) return;
  const isEarly = Date.parse(next.at) > now();
  if (isEarly && next.trigger === timer.trigger && next.at === timer.at)
    return setTimers([meetingTimer(timer)]);
  if (isEarly) return;
  let before = read;
  const written = await writeBooking((seen) => {
    before = seen.find(BookingItem, read) ?? read;
    return changeWhenDue(before);
  });
  if (written !== before) logRecorded(before);
}

/** Returns the change by the next event of a meeting, if that is due. A reminder that is too late, or would come after the start, has no event. */
function changeWhenDue(before: StoredBooking): BookingChange {
  const next = nextMeeting(before);
  if (!next || Date.parse(next.at) > now()) return { before, after: before };
  const { trigger, at } = next;
  const events = [{ trigger }];
  if (trigger !== REMINDER)
    return {
      ...{ before, events },
      after: { ...before, nextMeetingTrigger: trigger === "MEETING_STARTED" ? "MEETING_ENDED" : null },
    };
  const [, ...others] = before.nextReminders ?? [];
  const after = { ...before, nextReminders: others.length > 0 ? others : undefined };
  const isTooLate = now() - Date.parse(at) > MAX_REMINDER_DELAY || Date.parse(before.startTime) <= now();
  return isTooLate ? { before, after } : { before, after, events };
}

function logRecorded(booking: StoredBooking): void {
  const { trigger, at } = nextMeeting(booking) ?? {};
  if (!trigger || !at) return;
  // A booking can be accepted, or moved, after its meeting has started.
  const since = Math.max(Date.parse(at), Date.parse(booking.updatedAt ?? at));
  const lateMs = now() - since;
  const fields = { trigger, bookingId: booking.id, lateMs, causedBy: invocationId() };
  log("info", "meeting event recorded", { ...fields, ...metrics({ "meeting.late": lateMs }) });
}
