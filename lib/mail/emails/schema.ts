import * as z from "zod";
import { MailKind } from "#lib/mail/content/sentences.ts";
import { type Email, EmailItem, type EmailKey } from "./entity.ts";

const ID = /^[\w-]{1,100}\.[\w-]{22}$/;

/** Id of a mail in a path: the id of its event, and the hash of its recipient's address. */
export const EmailId = z
  .string()
  .max(123)
  .regex(ID, "must be the id of a mail")
  .describe("Id of the mail.")
  .meta({ example: "evt_5cUuWVvJvd3gWwC3mTbE1Q.kQm3xV9pTb2Lw0mk4by0ao" });

/** A mail in API responses. */
export const BookingEmail = z
  .object({
    id: EmailId,
    kind: MailKind.describe("What the mail is about."),
    to: z.string().describe("Email address of the recipient."),
    status: EmailItem.schema.shape.status.describe(
      "`queued` until the mail server has accepted it. `delivered`, `bounced` and `complained` are reports of Amazon SES. `skipped` mails are not sent.",
    ),
    reason: z
      .string()
      .nullable()
      .describe(
        "Why it is skipped: `superseded`, `suppressed`, `switched_off` or `too_late`. Otherwise the error of the last attempt; null if there was none.",
      ),
    sequence: z.int().describe("The booking's `iCalSequence` that the mail is about."),
    sentAt: z.string().nullable().describe("Time at which the mail server accepted it; null before that."),
    createdAt: z.string().describe("Time of what the mail is about."),
  })
  .describe("A mail about a booking to one person.");
export type BookingEmail = z.output<typeof BookingEmail>;

/** The id of a mail in API responses. */
export const emailIdOf = ({ eventId, person }: Pick<Email, "eventId" | "person">): string =>
  `${eventId}.${person}`;

/** The key of a mail of a booking by its id. */
export function emailKeyOf(booking: { userId: number; id: number }, emailId: string): EmailKey {
  const [eventId = "", person = ""] = emailId.split(".");
  return { userId: booking.userId, bookingId: booking.id, eventId, person };
}

/** Renders a stored mail for API responses. */
export const renderEmail = (email: Email): BookingEmail => ({
  id: emailIdOf(email),
  kind: MailKind.parse(email.kind),
  to: email.recipient.email,
  status: email.status,
  reason: email.reason,
  sequence: email.sequence,
  sentAt: email.sentAt,
  createdAt: email.createdAt,
});
