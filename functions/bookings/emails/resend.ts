import * as z from "zod";
import { BookingIdOrUid } from "#lib/bookings/schema.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { resendEmail } from "#lib/mail/emails/resend.ts";
import { BookingEmail, EmailId } from "#lib/mail/emails/schema.ts";

/** Resends a mail about a booking. */
export const handler = writeEndpoint(
  {
    id: "bookings.emails.resend",
    summary: "Resend a mail about a booking",
    description:
      "Sends the latest mail to a person again, with the same content and the same invitation, at most five times. A mail that waits to be sent can't be resent.",
    route: "POST /bookings/{id}/emails/{emailId}/resend",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid, emailId: EmailId }) },
    result: BookingEmail,
    response: z.object({ email: BookingEmail }),
    failures: ["not_found", "forbidden", "conflict", "mail_superseded", "limit_reached"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:PutItem", "mails:SendMessage"],
  },
  ({ caller, path }) => resendEmail(caller, path),
  (email) => ({ email }),
);
