import { getMailService } from "#lib/mail/service.ts";
import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { LONGEST_DELAY } from "#lib/platform/queue.ts";
import { setTimers } from "#lib/storage/timers/timer.ts";
import type { Email } from "./entity.ts";
import { type EmailMessage, emailTimers } from "./messages.ts";
import { type MailService, sendEmail } from "./send.ts";

/** Makes one attempt to send a mail, and sets the next one if it failed. */
export async function processEmail(
  message: EmailMessage,
  service: MailService = getMailService(),
): Promise<void> {
  const email = await sendEmail(message, service);
  if (!email) return;
  logEmail(email);
  const { wakesAt } = email;
  // The sweep sets later timers.
  if (wakesAt !== undefined && Date.parse(wakesAt) - now() <= LONGEST_DELAY * 1_000)
    await setTimers(emailTimers(email));
}

function logEmail(email: Email): void {
  const { userId, bookingId, eventId, kind, status, queuedAt, causedBy } = email;
  const fields = { userId, bookingId, eventId, kind, causedBy };
  const reason = email.reason ?? "none";
  const age = { "mail.age": now() - Date.parse(queuedAt) };
  if (status === "sent") log("info", "mail sent", { ...fields, ...metrics({ "mail.sent": 1, ...age }) });
  else if (status === "skipped")
    log("info", "mail skipped", { ...fields, reason, ...metrics({ "mail.skipped": 1 }) });
  else if (status === "queued") log("warn", "mail delayed", { ...fields, reason, ...metrics(age) });
  else log("warn", "mail failed", { ...fields, reason, ...metrics({ "mail.failed": 1, ...age }) });
}
