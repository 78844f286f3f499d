import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { BookingIdOrUid } from "#lib/bookings/schema.ts";
import { getChangeableBooking } from "#lib/bookings/visibility.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { all, equals } from "#lib/storage/table/condition.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { listEmailsOfBooking } from "./create.ts";
import { type Email, EmailItem } from "./entity.ts";
import { isMailOn, sendEmailMessages } from "./messages.ts";
import { hasOtherTimeOrStatus } from "./newer-changes.ts";
import { type BookingEmail, emailKeyOf, renderEmail } from "./schema.ts";
import { queuedAgain, reasonToSkip } from "./transitions.ts";

/** Resends of one mail: more would make the service a tool to flood somebody with mails. */
const MOST_RESENDS = 5;

/** The id or uid of a booking, and the id of a mail about it. */
interface EmailPath {
  id: BookingIdOrUid;
  emailId: string;
}

/**
 * Resends the latest mail about a booking to a person: the same content and invitation in a new message. A reminder does not supersede an
 * invitation.
 *
 * @throws {Failure} `not_found`; `conflict` if the mail waits to be sent or mail is off; `mail_superseded`; `limit_reached`
 */
export async function resendEmail(caller: Caller, { id, emailId }: EmailPath): Promise<BookingEmail> {
  const booking = await getChangeableBooking(caller, id);
  const { email, response } = await retryFailedCondition(async () => {
    const before = await findItem(EmailItem, emailKeyOf(booking, emailId));
    if (!before) throw notFound("Mail");
    await requireResendable(before, booking);
    const queued = queuedAgain(before);
    const { status, resends } = before;
    const isUnchanged = all(equals("status", status), equals("resends", resends));
    const operation = put(EmailItem, queued, { if: isUnchanged, replaces: before });
    return { email: queued, response: await commitResult(renderEmail(queued), [operation]) };
  });
  await sendEmailMessages([email]);
  return response;
}

async function requireResendable(email: Email, booking: StoredBooking): Promise<void> {
  if (!isMailOn()) throw new Failure("conflict", "This service sends no mails. Nothing was resent.");
  if (email.status === "queued") throw new Failure("conflict", "The mail waits to be sent.");
  if (email.resends >= MOST_RESENDS)
    throw new Failure("limit_reached", `A mail can be resent at most ${MOST_RESENDS} times.`);
  const [emails, event] = await Promise.all([
    listEmailsOfBooking(booking.userId, booking.id),
    findItem(EventItem, email.event),
  ]);
  const latest = emails.findLast(
    ({ person, kind }) => person === email.person && (kind !== "reminder" || email.kind === "reminder"),
  );
  const newer = {
    hasLaterMail: latest !== undefined && latest.eventId !== email.eventId,
    hasOtherTimeOrStatus: event !== undefined && hasOtherTimeOrStatus(email, event, booking),
  };
  if (reasonToSkip(email, booking, newer))
    throw new Failure("mail_superseded", "Something newer happened to the booking. Resend its latest mail.");
}
