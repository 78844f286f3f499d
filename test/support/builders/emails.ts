import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookerOf, hostsOf, MailBooking, type Recipient } from "#lib/mail/booking.ts";
import { EmailItem, newEmail } from "#lib/mail/emails/entity.ts";
import { emailIdOf } from "#lib/mail/emails/schema.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/** Stores a mail about a new booking to its booker or host, which was sent. Returns the id of the mail. */
export async function makeSentEmail(
  { userId, id }: Pick<StoredBooking, "userId" | "id">,
  role: Recipient["role"] = "guest",
): Promise<string> {
  const event = (await queryAll(EventItem, { userId })).find(({ bookingId }) => bookingId === id);
  if (!event) throw new Error("the booking has no event");
  const booking = MailBooking.parse(JSON.parse(event.payload));
  const recipient = role === "guest" ? bookerOf(booking) : hostsOf(booking)[0];
  if (!recipient) throw new Error("the booking has no such person");
  const email = newEmail(event, booking.iCalSequence, { kind: "confirmed", method: "REQUEST", recipient });
  await writeOne(put(EmailItem, { ...email, status: "sent", sentAt: email.createdAt }));
  return emailIdOf(email);
}
