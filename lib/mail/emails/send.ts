import { BookingItem } from "#lib/bookings/entity.ts";
import { MailBooking } from "#lib/mail/booking.ts";
import type { BookingMail } from "#lib/mail/content/content.ts";
import { invitationOf } from "#lib/mail/content/invitation.ts";
import { renderMail } from "#lib/mail/content/render.ts";
import { composeMessage, type MailMessage, type Sender } from "#lib/mail/message.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { all, any, equals, lessThan } from "#lib/storage/table/condition.ts";
import { ConditionFailed, ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { decode } from "#lib/storage/table/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Email, EmailItem, type EmailKey } from "./entity.ts";
import { afterAttempt, reasonToSkip, skipped } from "./transitions.ts";

/** Milliseconds for which one function may send a mail: longer than an attempt. */
const LEASE_MS = 60_000;

/** How mails are sent, and what they link to. */
export interface MailService {
  sender: Sender;
  send: (message: MailMessage) => Promise<SendResult>;
  linksFor: (email: Email, booking: MailBooking) => BookingMail["links"];
}

/**
 * Makes one attempt to send a mail, and records it. Nothing is sent if it isn't queued, if another function is sending it, or if something newer
 * happened to the booking. A crash between the attempt and its record sends the same message again, with the same id.
 *
 * @returns the mail after the attempt; undefined if none was made
 */
export async function sendEmail(key: EmailKey, service: MailService): Promise<Email | undefined> {
  const email = await leaseEmail(key);
  if (!email) return undefined;
  const [event, booking] = await findItems([
    itemRequest(EventItem, email.event),
    itemRequest(BookingItem, { userId: email.userId, id: email.bookingId }),
  ]);
  const reason = event ? reasonToSkip(email, booking) : "too_late";
  if (!event || reason) return recordEmail(email, skipped(email, reason ?? "too_late"));
  const message = await messageOf(email, MailBooking.parse(JSON.parse(event.payload)), service);
  return recordEmail(email, afterAttempt(email, await service.send(message)));
}

/** Takes the lease of a queued mail. Returns undefined if it isn't queued, or another function has the lease. */
async function leaseEmail(key: EmailKey): Promise<Email | undefined> {
  const isFree = any(equals("leaseUntil", null), lessThan("leaseUntil", nowIso()));
  const leaseUntil = new Date(now() + LEASE_MS).toISOString();
  try {
    const item = await writeOne(
      update(EmailItem, key, { set: { leaseUntil }, if: all(equals("status", "queued"), isFree) }),
    );
    return decode(EmailItem, item);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Replaces a mail, unless its lease ended in the meantime and another function took it. */
async function recordEmail(before: Email, after: Email): Promise<Email | undefined> {
  const isLeased = equals("leaseUntil", before.leaseUntil);
  const isRecorded = await ignoreFailedCondition(
    writeOne(put(EmailItem, after, { if: isLeased, replaces: before })),
  );
  return isRecorded ? after : undefined;
}

async function messageOf(
  email: Email,
  booking: MailBooking,
  { sender, linksFor }: MailService,
): Promise<MailMessage> {
  const { kind, method, eventId, recipient, resends, queuedAt } = email;
  const mail: BookingMail = { kind, booking, recipient, links: linksFor(email, booking) };
  // The time of the mail and not of the attempt, so that every attempt sends the same bytes.
  const date = Date.parse(queuedAt);
  const invitation = method && invitationOf(mail, method, { sender: sender.address, now: date });
  return composeMessage(
    {
      ...{ ...renderMail(mail), booking, recipient, eventId, resends, date },
      ...(invitation && { invitation }),
    },
    sender,
  );
}
