import * as z from "zod";
import { sendAllMessages } from "#lib/platform/queue.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { CheckMessage, checkMessage } from "./check-message.ts";

/** The timer that checks a calendar. */
export const CheckTimer = CheckMessage.extend({ timer: z.literal("check") });
export type CheckTimer = z.output<typeof CheckTimer>;

/** The timer that checks a calendar at a time (ISO 8601). */
export const checkTimer = (message: CheckMessage, at: string): TimerSetting<CheckTimer> => ({
  timer: { timer: "check", ...message },
  group: String(message.userId),
  at,
});

/** Sends messages for checks of calendars. Throws if the queue did not accept all of them. */
export const sendChecks = (messages: readonly CheckMessage[]): Promise<void> =>
  sendAllMessages("calendars", messages.map(checkMessage));
