import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { fanOutEmails } from "#lib/mail/emails/fan-out.ts";
import type { EventMessage } from "#lib/storage/outbox/entity.ts";

/** Creates the deliveries of events to webhooks, the messages for hosts with a calendar to write to, and the mails. It is safe to repeat. */
export async function fanOut(messages: readonly EventMessage[]): Promise<void> {
  await fanOutEvents(messages);
  await fanOutEmails(messages);
}
