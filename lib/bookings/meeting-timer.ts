import * as z from "zod";
import type { TimerSetting } from "#lib/timers/timer.ts";
import { MeetingTrigger } from "./meeting.ts";

/** A meeting starts or ends: the event to send, and the ISO instant it is due. */
export const MeetingTimer = z.object({
  timer: z.literal("meeting"),
  userId: z.int(),
  bookingId: z.int(),
  trigger: MeetingTrigger,
  at: z.string(),
});
export type MeetingTimer = z.output<typeof MeetingTimer>;

/** When a meeting's timer goes off; hosts do not delay each other. */
export const meetingTimer = (timer: MeetingTimer): TimerSetting<MeetingTimer> => ({
  timer,
  group: String(timer.userId),
  at: timer.at,
});
