import * as z from "zod";
import { entity, type Stored } from "#lib/table/entity.ts";
import type { TimerSetting } from "#lib/timers/timer.ts";
import { BookingItem } from "./entity.ts";
import { MeetingTrigger } from "./meeting.ts";
import { type MeetingTimer, meetingTimer } from "./meeting-timer.ts";

/**
 * Stored bookings, of which only this is read: where in the index of what is due they are, and what of. Without a version, for a
 * booking that is delayed in the index stays the same to everybody else.
 */
export const DueMeeting = entity({
  name: BookingItem.name,
  key: BookingItem.key,
  indexes: BookingItem.indexes,
  schema: z.object({
    userId: z.int(),
    id: z.int(),
    nextMeetingTrigger: MeetingTrigger.nullable().default(null),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
  }),
});

/** The timer for the next thing that is told of a meeting, if there is one. */
export function meetingTimers(meeting: Stored<typeof DueMeeting>): TimerSetting<MeetingTimer>[] {
  const { userId, id: bookingId, nextMeetingTrigger: trigger, wakesAt: at } = meeting;
  return trigger && at ? [meetingTimer({ timer: "meeting", userId, bookingId, trigger, at })] : [];
}
