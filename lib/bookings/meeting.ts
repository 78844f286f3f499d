import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { Booking } from "./schema.ts";

/** What is told of a meeting by the clock. */
export const MeetingTrigger = z.enum(["MEETING_STARTED", "MEETING_ENDED"]);
export type MeetingTrigger = z.output<typeof MeetingTrigger>;

/** What of a booking decides what is told of its meeting, and when. */
type Timed = Pick<Booking, "status" | "startTime" | "endTime"> & {
  nextMeetingTrigger: MeetingTrigger | null;
};

/** What is to be told next of a booking's meeting, and from when on; nothing unless the booking is accepted. */
export function nextMeeting({ status, startTime, endTime, nextMeetingTrigger: trigger }: Timed) {
  if (status !== "ACCEPTED" || trigger === null) return undefined;
  return { trigger, at: trigger === "MEETING_STARTED" ? startTime : endTime };
}

/**
 * What is to be told next of a meeting once its booking has changed. With another start it is told again; an end that is ahead again
 * is told again. Of one that was over before its booking was accepted nothing is told.
 */
export function nextMeetingTriggerAfter(before: Timed, after: Timed): MeetingTrigger | null {
  const { nextMeetingTrigger: next } = before;
  if (after.startTime !== before.startTime) return "MEETING_STARTED";
  const isOver = Date.parse(after.endTime) <= now();
  if (isOver) return after.status === "ACCEPTED" && before.status !== "ACCEPTED" ? null : next;
  return after.endTime === before.endTime ? next : (next ?? "MEETING_ENDED");
}
