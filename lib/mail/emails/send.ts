import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { sendEmailsOf } from "#lib/calendar/event-types/send-emails.ts";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { asLeft, MailBooking } from "#lib/mail/booking.ts";
import type { BookingMail } from "#lib/mail/content/content.ts";
import { invitationOf } from "#lib/mail/content/invitation.ts";
import { renderMail } from "#lib/mail/content/render.ts";
import { languageOf, MailKind, type MailLanguage } from "#lib/mail/content/sentences.ts";
import { composeMessage, type MailMessage } from "#lib/mail/message.ts";
import { getsMails } from "#lib/mail/planned-mails.ts";
import type { Sender } from "#lib/mail/sender.ts";
import { type MessageTags, tagsOf } from "#lib/mail/transports/message-tags.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { EventItem, NO_BOOKING } from "#lib/storage/outbox/entity.ts";
import { all, any, equals, lessThan } from "#lib/storage/table/condition.ts";
import { ConditionFailed, ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { decode, type Stored } from "#lib/storage/table/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarMessageOf, reasonToSkipCalendarEmail } from "./calendar-emails.ts";
import { type Email, EmailItem } from "./entity.ts";
import type { EmailMessage } from "./messages.ts";
import { hasLaterMail, hasOtherTimeOrStatus } from "./newer-changes.ts";
import { afterAttempt, NOTHING_NEWER, reasonToSkip, skipped } from "./transitions.ts";

/** Milliseconds for which one function may send a mail: longer than an attempt. */
const LEASE_MS = 60_000;

/** How mails are sent, and what they link to. */
export interface MailService {
  sender: Sender;
  /** The languages of mails; by default all. */
  languages?: readonly MailLanguage[] | undefined;
  /** The tags identify the mail in what the transport reports later. */
  send: (message: MailMessage, tags: MessageTags) => Promise<SendResult>;
  /** The page on which hosts manage their calendars. */
  accountUrl: () => string;
  linksFor: (email: Email, booking: MailBooking) => Promise<BookingMail["links"]>;
}

/**
 * Makes one attempt to send a mail, and records it. Nothing is sent if it isn't queued, if another function is sending it or has made this
 * attempt, if something newer happened to the booking, or if its event type sends no mails any more. A crash between the attempt and its record
 * sends the same message again, with the same id.
 *
 * @returns the mail after the attempt; undefined if none was made
 */
export async function sendEmail(attempt: EmailMessage, service: MailService): Promise<Email | undefined> {
  const email = await leaseEmail(attempt);
  if (!email) return undefined;
  const [event, booking] = await findItems([
    itemRequest(EventItem, email.event),
    itemRequest(BookingItem, { userId: email.userId, id: email.bookingId }),
  ]);
  const isAboutBooking = email.bookingId !== NO_BOOKING;
  const reason = isAboutBooking
    ? await reasonToSkipBookingEmail(email, event, booking)
    : event && (await reasonToSkipCalendarEmail(event));
  if (!event || reason) return recordEmail(email, skipped(email, reason ?? "too_late"));
  const message = await (isAboutBooking ? bookingMessageOf : calendarMessageOf)(email, event, service);
  return recordEmail(email, afterAttempt(email, await service.send(message, tagsOf(email))));
}

/** The other mails of the booking are read last: it may have hundreds, and another time or status decides without them. */
async function reasonToSkipBookingEmail(
  email: Email,
  event: Stored<typeof EventItem> | undefined,
  booking: StoredBooking | undefined,
) {
  const newer =
    event && booking
      ? { ...NOTHING_NEWER, hasOtherTimeOrStatus: hasOtherTimeOrStatus(email, event, booking) }
      : NOTHING_NEWER;
  const reason = reasonToSkip(email, booking, newer) ?? (await reasonOfEventType(email, booking));
  if (reason || !event || !booking) return reason;
  return (await hasLaterMail(email, booking)) ? "superseded" : undefined;
}

/** An event type that was deleted since does not stop its mails. */
async function reasonOfEventType(
  { recipient }: Email,
  booking: StoredBooking | undefined,
): Promise<"switched_off" | undefined> {
  if (!booking) return undefined;
  const [eventType] = await findItems([itemRequest(EventTypeItem, { id: booking.eventTypeId })]);
  return !eventType || getsMails(recipient, sendEmailsOf(eventType)) ? undefined : "switched_off";
}

/** Takes the lease of a queued mail. Returns undefined if it isn't queued, if another function has the lease, or has made this attempt. */
async function leaseEmail({ attemptCount, ...key }: EmailMessage): Promise<Email | undefined> {
  const isFree = any(equals("leaseUntil", null), lessThan("leaseUntil", nowIso()));
  const leaseUntil = new Date(now() + LEASE_MS).toISOString();
  try {
    const item = await writeOne(
      update(EmailItem, key, {
        set: { leaseUntil },
        if: all(equals("status", "queued"), equals("attemptCount", attemptCount), isFree),
      }),
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

/** Finds the booking that was replaced at the event of a mail; undefined if the booking was moved itself, or replaced none then. */
async function findReplaced(booking: MailBooking): Promise<MailBooking | undefined> {
  const { uid, rescheduleUid, rescheduleStartTime } = booking;
  if (!rescheduleStartTime || !rescheduleUid || rescheduleUid === uid) return undefined;
  const replaced = await undefinedIfNotFound(getBooking(OPERATOR, rescheduleUid));
  return replaced && MailBooking.parse(bookingPayload("BOOKING_CANCELLED", replaced, {}));
}

async function bookingMessageOf(
  email: Email,
  { payload }: Stored<typeof EventItem>,
  { sender, languages, linksFor }: MailService,
): Promise<MailMessage> {
  const { method, eventId, resends, queuedAt } = email;
  const kind = MailKind.parse(email.kind);
  const current = MailBooking.parse(JSON.parse(payload));
  const booking =
    kind === "cancelled" ? asLeft(current, await findReplaced(current), email.recipient) : current;
  const { locale } = languageOf(email.recipient.locale, languages);
  const recipient = { ...email.recipient, locale };
  const mail: BookingMail = { kind, booking, recipient, links: await linksFor(email, booking) };
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
