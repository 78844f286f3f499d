import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { REMINDER } from "#lib/storage/outbox/triggers.ts";
import { reminderTime } from "./reminder-time.ts";
import type { Booking } from "./schema.ts";

/** The events of a meeting's start and end. */
export const MeetingTrigger = z.enum(["MEETING_STARTED", "MEETING_ENDED"]);
export type MeetingTrigger = z.output<typeof MeetingTrigger>;

/** All events that a timer records: of the reminders of a meeting, then of its start and its end. */
export type TimedTrigger = typeof REMINDER | MeetingTrigger;

/** The fields of a booking that decide which event of its meeting is next. */
interface NextFields {
  nextMeetingTrigger: MeetingTrigger | null;
  nextReminders?: number[] | undefined;
}

/** Those that decide also when. */
type MeetingFields = NextFields & Pick<Booking, "status" | "startTime" | "endTime">;

/** Returns the next event of a meeting while its booking is accepted; null if there is none. */
export const nextTrigger = ({
  nextMeetingTrigger: next,
  nextReminders = [],
}: NextFields): TimedTrigger | null =>
  next === "MEETING_STARTED" && nextReminders.length > 0 ? REMINDER : next;

/** Returns the next event of a booking's meeting, and its time; undefined if there is none, or if the booking is not accepted. */
export function nextMeeting(meeting: MeetingFields): { trigger: TimedTrigger; at: string } | undefined {
  const { status, startTime, endTime, nextReminders: [reminder = 0] = [] } = meeting;
  const trigger = nextTrigger(meeting);
  if (status !== "ACCEPTED" || trigger === null) return undefined;
  if (trigger === REMINDER) return { trigger, at: reminderTime(startTime, reminder) };
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
