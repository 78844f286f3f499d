import * as z from "zod";
import { REMINDER } from "#lib/storage/outbox/triggers.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { MeetingTrigger } from "./meeting.ts";

/** The timer of a meeting's next event: the event to record, and its ISO instant. */
export const MeetingTimer = z.object({
  timer: z.literal("meeting"),
  userId: z.int(),
  bookingId: z.int(),
  trigger: z.enum([REMINDER, ...MeetingTrigger.options]),
  at: z.string(),
});
export type MeetingTimer = z.output<typeof MeetingTimer>;

/** Creates the setting of a meeting's timer. Its group is the host, so hosts do not delay each other. */
export const meetingTimer = (timer: MeetingTimer): TimerSetting<MeetingTimer> => ({
  timer,
  group: String(timer.userId),
  at: timer.at,
});
