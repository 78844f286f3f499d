import * as z from "zod";
import { projection, type Stored } from "#lib/storage/table/entity.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { BookingItem } from "./entity.ts";
import { MeetingTrigger, nextTrigger } from "./meeting.ts";
import { type MeetingTimer, meetingTimer } from "./meeting-timer.ts";

/**
 * Stored bookings, of which only their key in the due index and the next event of their meeting are read. Without a version: a change of the
 * key alone doesn't change the version of the booking.
 */
export const DueMeeting = projection(BookingItem, {
  indexes: BookingItem.indexes,
  attributes: ["userId", "id", "due", "wakesAt"],
  format: BookingItem.format,
  schema: z.object({
    userId: z.int(),
    id: z.int(),
    nextMeetingTrigger: MeetingTrigger.nullable().default(null),
    nextReminders: z.array(z.int()).optional(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
  }),
});

/** Creates the timer for the next event of a meeting; none if there is no such event. */
export function meetingTimers(meeting: Stored<typeof DueMeeting>): TimerSetting<MeetingTimer>[] {
  const { userId, id: bookingId, wakesAt: at } = meeting;
  const trigger = nextTrigger(meeting);
  return trigger && at ? [meetingTimer({ timer: "meeting", userId, bookingId, trigger, at })] : [];
}
