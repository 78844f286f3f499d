import * as z from "zod";
import { BookingIdOrUid } from "#lib/bookings/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { listEmails } from "#lib/mail/emails/list.ts";
import { BookingEmail } from "#lib/mail/emails/schema.ts";

/** Lists the mails about a booking in the last 30 days, newest first. */
export const handler = listEndpoint(
  {
    id: "bookings.emails.list",
    summary: "List the mails about a booking",
    description: "Lists the mails about a booking that you host to its guests and hosts in the last 30 days.",
    route: "GET /bookings/{id}/emails",
    scopes: ["READ_BOOKING"],
    input: { path: z.object({ id: BookingIdOrUid }) },
    response: z.object({ emails: z.array(BookingEmail).describe("Mails, newest first.") }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query"],
  },
  ({ caller, path }) => listEmails(caller, path.id),
);
