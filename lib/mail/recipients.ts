import type { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { sendEmailsOf } from "#lib/calendar/event-types/send-emails.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { Recipient } from "./booking.ts";

/** The setting of an event type for mails. */
type Mailing = Pick<Stored<typeof EventTypeItem>, "sendEmails">;

/** Whether a recipient gets mails about an event type's bookings. */
export const hasMails = (eventType: Mailing, { role }: Pick<Recipient, "role">): boolean =>
  sendEmailsOf(eventType)[role === "host" ? "hosts" : "attendees"];
