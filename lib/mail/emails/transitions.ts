import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { isSamePerson } from "#lib/mail/booking.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import type { Email } from "./entity.ts";

/** Seconds before the second attempt, the third, and so on: 8.6 hours in total. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600] as const;
/** Each delay varies by a fifth, so that mails that failed together are not tried again together. */
export const JITTER = 0.2;

/** Milliseconds after which a reminder is not sent any more. */
const LATEST_REMINDER_MS = 30 * 60_000;

/** Why a mail is not sent. */
type SkipReason = "superseded" | "too_late" | "switched_off" | "suppressed";

/** The parts of a booking that decide whether a mail about it is still right. */
type CurrentBooking = Pick<StoredBooking, "status" | "startTime" | "attendees" | "user" | "otherHosts">;

/** The status that a mail about the end of a booking, or of a person's part in it, reports. */
const REPORTED_END: Partial<Record<Email["kind"], StoredBooking["status"]>> = {
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};

/** What is newer than the event of a mail. */
export interface Newer {
  /** Whether its person has a later mail about the booking. */
  hasLaterMail: boolean;
  hasOtherTimeOrStatus: boolean;
}
export const NOTHING_NEWER: Newer = { hasLaterMail: false, hasOtherTimeOrStatus: false };

/**
 * Why a mail is not sent: something newer than its event has another mail to the person, which must not arrive first. A person who has
 * left the booking gets no mail about its further changes, so the mail about that stays right. So does one about the end of a booking while that
 * is its status: a move of an ended booking has no mail.
 *
 * @param booking - as it is now; undefined if it was deleted
 */
export function reasonToSkip(
  email: Email,
  booking: CurrentBooking | undefined,
  { hasLaterMail, hasOtherTimeOrStatus }: Newer,
): SkipReason | undefined {
  if (!booking) return "superseded";
  if (email.kind === "reminder" && isLate(email, booking)) return "too_late";
  if (hasLaterMail) return "superseded";
  const reportedEnd = REPORTED_END[email.kind];
  const people = [...booking.attendees, booking.user, ...(booking.otherHosts ?? [])];
  const isInBooking = people.some((person) => isSamePerson(person, email.recipient));
  if (!isInBooking) return reportedEnd === undefined ? "superseded" : undefined;
  if (reportedEnd === booking.status) return undefined;
  return hasOtherTimeOrStatus || !holdsTime(booking.status) ? "superseded" : undefined;
}

const isLate = ({ createdAt }: Email, { startTime }: CurrentBooking): boolean =>
  Date.parse(startTime) <= now() || now() - Date.parse(createdAt) > LATEST_REMINDER_MS;

/** A mail that no function is sending, and that has no further attempt. */
export const released = ({ due: _, wakesAt: __, ...email }: Email): Email => ({ ...email, leaseUntil: null });

/** A mail that is not sent. */
export const skipped = (email: Email, reason: SkipReason): Email => ({
  ...released(email),
  ...{ status: "skipped", reason },
});

/** A mail after an attempt. If there is another one, the mail is in the due index. */
export function afterAttempt(email: Email, result: SendResult, random = Math.random()): Email {
  const attempted = { ...released(email), attemptCount: email.attemptCount + 1 };
  if (result.outcome === "sent")
    return { ...attempted, status: "sent", reason: null, transportId: result.transportId, sentAt: nowIso() };
  const { outcome, reason } = result;
  const delay = outcome === "failed" ? undefined : RETRY_SECONDS[email.attemptCount];
  if (delay === undefined) return { ...attempted, status: "failed", reason };
  const seconds = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  const wakesAt = new Date(now() + seconds * 1_000).toISOString();
  return { ...attempted, reason, due: duePartition("mails", email.eventId), wakesAt };
}

/** Seconds after which the sweep sends the message of a resent mail, if it was lost. */
const LOST_MESSAGE_SECONDS = 60;

/** A mail that is resent, as a new message. */
export const queuedAgain = (email: Email): Email => ({
  ...released(email),
  ...{ status: "queued", reason: null, transportId: null, sentAt: null },
  ...{ attemptCount: 0, resends: email.resends + 1, queuedAt: nowIso() },
  due: duePartition("mails", email.eventId),
  wakesAt: new Date(now() + LOST_MESSAGE_SECONDS * 1_000).toISOString(),
});
