import type { EventType } from "./schema.ts";

/** Whether attendees and hosts of an event type's bookings get mails. */
export const sendEmailsOf = ({
  sendEmails,
}: Pick<EventType, "sendEmails">): { attendees: boolean; hosts: boolean } =>
  typeof sendEmails === "boolean" ? { attendees: sendEmails, hosts: sendEmails } : sendEmails;
