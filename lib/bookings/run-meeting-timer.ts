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
import { type MeetingTimer, meetingTimer, nextMeeting } from "./meeting.ts";

/**
 * Records the event of a meeting's start or end, and the next event of the meeting, in one transaction. Does nothing if the event is
 * already recorded, or the booking has changed; sets the timer again if it is early. The booking keeps its `updatedAt`.
 */
export const runMeetingTimer = (timer: MeetingTimer): Promise<void> =>
  retryFailedCondition(async (conditionFailed) => {
    const { userId, bookingId: id, trigger, at } = timer;
    const booking = conditionFailed?.itemOf(BookingItem) ?? (await getItem(BookingItem, { userId, id }));
    if (!booking || !isNext(booking, timer)) return;
    if (Date.parse(at) > now()) return setTimers([meetingTimer(timer)]);
    const after = {
      ...booking,
      nextMeetingTrigger: trigger === "MEETING_STARTED" ? ("MEETING_ENDED" as const) : null,
      eventSequence: booking.eventSequence + 1,
    };
    await transact([replace(BookingItem, booking, after), ...recordEvent(trigger, after)]);
    logRecorded(booking, timer);
  });

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
