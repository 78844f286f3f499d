import type { StoredBooking } from "#lib/bookings/entity.ts";
import { isSamePerson } from "#lib/mail/booking.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { Email } from "./entity.ts";

/** Seconds before the second attempt, the third, and so on: 8.6 hours in total. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600] as const;
/** Each delay varies by a fifth, so that mails that failed together are not tried again together. */
export const JITTER = 0.2;

/** Why a mail is not sent. */
type SkipReason = "superseded" | "too_late";

/** The parts of a booking that decide whether a mail about it is still right. */
type CurrentBooking = Pick<
  StoredBooking,
  "status" | "iCalSequence" | "startTime" | "attendees" | "user" | "otherHosts"
>;

/** The status that a mail about the end of a booking, or of a person's part in it, reports. */
const REPORTED_END: Partial<Record<Email["kind"], StoredBooking["status"]>> = {
  cancelled: "CANCELLED",
  rejected: "REJECTED",
};
const ENDED: ReadonlySet<StoredBooking["status"]> = new Set(["CANCELLED", "REJECTED"]);

/**
 * Whether something newer than the event of a mail happened to the booking: that has its own mail, which must not arrive first. A person who has
 * left the booking gets no further mail, so the mail about that stays right. So does one about the end of a booking while that is its status: a
 * move of an ended booking has no mail.
 *
 * @param booking - as it is now; undefined if it was deleted
 */
export function reasonToSkip(email: Email, booking: CurrentBooking | undefined): SkipReason | undefined {
  if (!booking) return "superseded";
  if (email.kind === "reminder" && Date.parse(booking.startTime) <= now()) return "too_late";
  const reportedEnd = REPORTED_END[email.kind];
  const people = [...booking.attendees, booking.user, ...(booking.otherHosts ?? [])];
  const isInBooking = people.some((person) => isSamePerson(person, email.recipient));
  if (!isInBooking) return reportedEnd === undefined ? "superseded" : undefined;
  if (reportedEnd === booking.status) return undefined;
  if (booking.iCalSequence > email.sequence) return "superseded";
  return ENDED.has(booking.status) ? "superseded" : undefined;
}

/** A mail that is not sent. */
export const skipped = (email: Email, reason: SkipReason | "suppressed" | "switched_off"): Email => ({
  ...email,
  ...{ status: "skipped", reason, nextAttemptAt: null, leaseUntil: null },
});

/** A mail after an attempt. After the last failed one, `nextAttemptAt` is null. */
export function afterAttempt(email: Email, result: SendResult, random = Math.random()): Email {
  const attempted = { ...email, attemptCount: email.attemptCount + 1, nextAttemptAt: null, leaseUntil: null };
  if (result.outcome === "sent")
    return { ...attempted, status: "sent", reason: null, transportId: result.transportId, sentAt: nowIso() };
  const { outcome, reason } = result;
  const delay = outcome === "failed" ? undefined : RETRY_SECONDS[email.attemptCount];
  if (delay === undefined) return { ...attempted, status: "failed", reason };
  const seconds = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return { ...attempted, reason, nextAttemptAt: new Date(now() + seconds * 1_000).toISOString() };
}

/** A mail that is resent, as a new message. */
export const queuedAgain = (email: Email): Email => ({
  ...email,
  ...{ status: "queued", reason: null, attemptCount: 0, resends: email.resends + 1, queuedAt: nowIso() },
  ...{ transportId: null, sentAt: null, nextAttemptAt: null, leaseUntil: null },
});
