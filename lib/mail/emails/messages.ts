import * as z from "zod";
import { setting } from "#lib/platform/env.ts";
import { sendAllMessages } from "#lib/platform/queue.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import { type Email, EmailItem } from "./entity.ts";

/** A message of the `mails` queue: which attempt of which mail. `attemptCount`: the attempts before. */
export const EmailMessage = EmailItem.schema.pick({
  userId: true,
  bookingId: true,
  eventId: true,
  person: true,
  attemptCount: true,
  causedBy: true,
});
export type EmailMessage = z.output<typeof EmailMessage>;

/** The timer of the next attempt to send a mail. */
export const EmailTimer = z.object({ timer: z.literal("mail"), message: EmailMessage });
export type EmailTimer = z.output<typeof EmailTimer>;

/** Creates the timer of a mail's next attempt; none if none is due. */
export const emailTimers = (email: Email): TimerSetting<EmailTimer>[] =>
  email.wakesAt === undefined
    ? []
    : [
        {
          timer: { timer: "mail", message: EmailMessage.parse(email) },
          group: String(email.userId),
          at: email.wakesAt,
        },
      ];

/** Whether the operator has set a sender of mails. */
export const isMailOn = (): boolean => setting("MAILS_QUEUE_URL") !== undefined;

/**
 * Sends messages for attempts that are due now. Those of one host are processed one after the other, so that mails about a booking keep their
 * order. Does nothing if mail is off.
 */
export async function sendEmailMessages(messages: readonly EmailMessage[]): Promise<void> {
  if (!isMailOn()) return;
  await sendAllMessages(
    "mails",
    messages.map((message) => ({ body: EmailMessage.parse(message), group: String(message.userId) })),
  );
}
