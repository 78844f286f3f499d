import { now } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { replace } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { recordEvent } from "./events/record-event.ts";
import { nextMeeting } from "./meeting.ts";
import { type MeetingTimer, meetingTimer } from "./meeting-timer.ts";

/**
 * Tells that a meeting has begun, or ended: the event and what is told next, in one transaction. Two round trips. What was
 * told before, or is not so any more, is not told; a timer that goes off early is set again. The booking's `updatedAt` stays.
 */
export const runMeetingTimer = (timer: MeetingTimer): Promise<void> =>
  retryFailedCondition(async (refused) => {
    const { userId, bookingId: id, trigger, at } = timer;
    const booking = refused?.itemOf(BookingItem) ?? (await getItem(BookingItem, { userId, id }));
    if (!booking || !isNext(booking, timer)) return;
    if (Date.parse(at) > now()) return setTimers([meetingTimer(timer)]);
    const told = {
      ...booking,
      nextMeetingTrigger: trigger === "MEETING_STARTED" ? ("MEETING_ENDED" as const) : null,
      eventSequence: booking.eventSequence + 1,
    };
    await transact([replace(BookingItem, booking, told), ...recordEvent(trigger, told)]);
    logTold(booking, timer);
  });

function logTold(booking: StoredBooking, { bookingId, trigger, at }: MeetingTimer): void {
  // A booking can be accepted, or moved, when its meeting has begun.
  const since = Math.max(Date.parse(at), Date.parse(booking.updatedAt ?? at));
  const lateMs = now() - since;
  const told = { trigger, bookingId, lateMs, causedBy: invocationId() };
  log("info", "meeting event recorded", { ...told, ...metrics({ "meeting.late": lateMs }) });
}

function isNext(booking: StoredBooking, { trigger, at }: MeetingTimer): boolean {
  const next = nextMeeting(booking);
  return next?.trigger === trigger && next.at === at;
}
