import type { StoredBooking } from "#lib/bookings/entity.ts";
import { MailBooking } from "#lib/mail/booking.ts";
import type { EventItem } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { listEmailsOfBooking } from "./create.ts";
import type { Email } from "./entity.ts";

type StoredEvent = Stored<typeof EventItem>;

/**
 * Whether the person of a mail has a later mail about the booking. A change of the guests alone has no mail to guests who don't see each other,
 * so their earlier mails stay right. So does a reminder, which no other mail replaces. Reads all mails of the booking.
 */
export async function hasLaterMail(
  email: Email,
  booking: Pick<StoredBooking, "iCalSequence">,
): Promise<boolean> {
  if (email.kind === "reminder" || booking.iCalSequence <= email.sequence) return false;
  const emails = await listEmailsOfBooking(email.userId, email.bookingId);
  return emails.some(
    ({ person, kind, sequence }) =>
      person === email.person && kind !== "reminder" && sequence > email.sequence,
  );
}

/** Whether the booking has got another time or status since the event of a mail. */
export function hasOtherTimeOrStatus(email: Email, event: StoredEvent, booking: StoredBooking): boolean {
  if (booking.iCalSequence <= email.sequence) return false;
  const { startTime, endTime, status } = MailBooking.parse(JSON.parse(event.payload));
  const isSameTime = isSame(startTime, booking.startTime) && isSame(endTime, booking.endTime);
  return !isSameTime || status !== booking.status;
}

const isSame = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other);
