import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import type { Booking } from "./schema.ts";

/** The events of a meeting that a timer records. */
export const MeetingTrigger = z.enum(["MEETING_STARTED", "MEETING_ENDED"]);
export type MeetingTrigger = z.output<typeof MeetingTrigger>;

/** The fields of a booking that decide the next event of its meeting. */
type MeetingFields = Pick<Booking, "status" | "startTime" | "endTime"> & {
  nextMeetingTrigger: MeetingTrigger | null;
};

/** Returns the next event of a booking's meeting, and its time; undefined if there is none, or if the booking is not accepted. */
export function nextMeeting({ status, startTime, endTime, nextMeetingTrigger: trigger }: MeetingFields) {
  if (status !== "ACCEPTED" || trigger === null) return undefined;
  return { trigger, at: trigger === "MEETING_STARTED" ? startTime : endTime };
}

/**
 * Returns the next event of a meeting after its booking has changed. A new start is recorded again, and so is an end that is moved into the
 * future. A meeting that ended before its booking was accepted has no events.
 */
export function nextMeetingTriggerAfter(before: MeetingFields, after: MeetingFields): MeetingTrigger | null {
  const { nextMeetingTrigger: next } = before;
  if (after.startTime !== before.startTime) return "MEETING_STARTED";
  const isOver = Date.parse(after.endTime) <= now();
  if (isOver) return after.status === "ACCEPTED" && before.status !== "ACCEPTED" ? null : next;
  return after.endTime === before.endTime ? next : (next ?? "MEETING_ENDED");
}

/** The timer of a meeting's start or end: the event to record, and its ISO instant. */
export const MeetingTimer = z.object({
  timer: z.literal("meeting"),
  userId: z.int(),
  bookingId: z.int(),
  trigger: MeetingTrigger,
  at: z.string(),
});
export type MeetingTimer = z.output<typeof MeetingTimer>;

/** Creates the setting of a meeting's timer. Its group is the host, so hosts do not delay each other. */
export const meetingTimer = (timer: MeetingTimer): TimerSetting<MeetingTimer> => ({
  timer,
  group: String(timer.userId),
  at: timer.at,
});
