import { bookerOf, hostsOf, type MailBooking, type Recipient } from "#lib/mail/booking.ts";
import type { BookingMail } from "#lib/mail/content/content.ts";
import { type InvitationMethod, invitationOf } from "#lib/mail/content/invitation.ts";
import { renderMail } from "#lib/mail/content/render.ts";
import type { MailToSend } from "#lib/mail/message.ts";
import type { Sender } from "#lib/mail/sender.ts";
import { mailBooking } from "./mail-booking.ts";

export const SENDER: Sender = {
  name: "Example Bookings",
  address: "bookings@example.com",
  domain: "mail.example.com",
};

interface Source {
  booking?: MailBooking;
  role?: Recipient["role"];
  /** Null for a mail without an invitation. */
  method?: InvitationMethod | null;
  resends?: number;
}

/** A confirmation with an invitation, for the booker or the first host of a booking. */
export function mailToSend({
  booking = mailBooking(),
  role = "guest",
  method = "REQUEST",
  resends = 0,
}: Source = {}): MailToSend {
  const recipient = role === "guest" ? bookerOf(booking) : hostsOf(booking)[0];
  if (!recipient) throw new Error("the booking has no such person");
  const links = { manage: "https://api.example.com/v1/m/abc" };
  const mail: BookingMail = { kind: "confirmed", booking, recipient, links };
  const date = Date.UTC(2099, 0, 2, 3, 4, 5);
  return {
    ...{ ...renderMail(mail), booking, recipient, date, resends },
    eventId: "evt_1A-b_c",
    ...(method && { invitation: invitationOf(mail, method, { sender: SENDER.address, now: date }) }),
  };
}

/** A booking whose every text of people is the same. */
export function bookingWithText(text: string): MailBooking {
  const booking = mailBooking();
  return {
    ...booking,
    title: text,
    eventTitle: text,
    additionalNotes: text,
    attendees: booking.attendees.map((attendee) => ({ ...attendee, name: text })),
    organizer: { ...booking.organizer, name: text },
  };
}
