import type { EventItem } from "#lib/bookings/events/entity.ts";
import type { MailBooking } from "#lib/mail/booking.ts";
import type { PlannedMail } from "#lib/mail/planned-mails.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Email, EmailItem, newEmail, personOf } from "./entity.ts";

/**
 * Stores the planned mails of an event. If this is repeated, it creates no second one. Returns all of them, so that the caller sends messages for
 * those whose messages were lost, too.
 */
export async function createEmails(
  event: Stored<typeof EventItem>,
  booking: MailBooking,
  planned: readonly PlannedMail[],
): Promise<Email[]> {
  const emails = planned.map((mail) => newEmail(event, booking.iCalSequence, mail));
  await Promise.all(emails.map((email) => ignoreFailedCondition(writeOne(put(EmailItem, email)))));
  return emails;
}

/** The mails of a booking, oldest first. */
export async function listEmailsOfBooking(userId: number, bookingId: number): Promise<Email[]> {
  const emails = await queryAll(EmailItem, { userId, bookingId });
  return emails.sort(
    (one, other) => one.createdAt.localeCompare(other.createdAt) || one.sequence - other.sequence,
  );
}

/** Statuses of mails that have arrived, or still may. */
const ON_THE_WAY: ReadonlySet<Email["status"]> = new Set(["queued", "sent", "delivered", "complained"]);

/** Whether the latest invitation to a person, among the mails of a booking, adds the event to the calendar. */
export function isInvited(emails: readonly Email[], person: { email: string }): boolean {
  const latest = emails.findLast(
    (email) => email.person === personOf(person) && email.method !== null && ON_THE_WAY.has(email.status),
  );
  return latest?.method === "REQUEST";
}
