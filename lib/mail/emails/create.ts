import type { PlannedMail } from "#lib/mail/planned-mails.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Email, EmailItem, newEmail, personOf } from "./entity.ts";

/**
 * Stores the planned mails of an event. `sequence` is the booking's `iCalSequence` in it, or the number of an event without a booking. If this is repeated, it creates no second one. Returns all of them, so that the caller sends messages for
 * those whose messages were lost, too.
 */
export async function createEmails(
  event: Stored<typeof EventItem>,
  sequence: number,
  planned: readonly PlannedMail[],
): Promise<Email[]> {
  const emails = planned.map((mail) => newEmail(event, sequence, mail));
  await Promise.all(emails.map((email) => ignoreFailedCondition(writeOne(put(EmailItem, email)))));
  return emails;
}

/** The mails of a booking in the order of its changes. Their times may have another order, because functions have different clocks. */
export async function listEmailsOfBooking(userId: number, bookingId: number): Promise<Email[]> {
  const emails = await queryAll(EmailItem, { userId, bookingId });
  return emails.sort(
    (one, other) => one.sequence - other.sequence || one.createdAt.localeCompare(other.createdAt),
  );
}

const ARRIVED: ReadonlySet<Email["status"]> = new Set(["sent", "delivered", "complained"]);

/**
 * Whether a mail may have arrived, or may still arrive. SES also reports automatic replies, such as "out of office", as transient bounces. Of a mail
 * whose last attempt failed, an earlier one may have been accepted without a response, or it was sent before it was resent.
 */
const mayArrive = ({ status, reason, attemptCount, resends }: Email): boolean =>
  status === "queued" ||
  (status === "bounced" && reason?.startsWith("Transient ") === true) ||
  (status === "failed" && (attemptCount > 1 || resends > 0));

/**
 * Whether the event is in a person's calendar, or may still get there, by the mails of a booking. A cancellation that waits does not count: it is
 * skipped if the booking changes again.
 *
 * @param otherwise - the result if no mail decides
 */
export function isInvited(emails: readonly Email[], person: { email: string }, otherwise = false): boolean {
  const latest = emails.findLast(
    (email) =>
      email.person === personOf(person) &&
      email.method !== null &&
      (ARRIVED.has(email.status) || (email.method === "REQUEST" && mayArrive(email))),
  );
  return latest ? latest.method === "REQUEST" : otherwise;
}
