import MailComposer from "nodemailer/lib/mail-composer";
import { sha256 } from "#lib/platform/sha256.ts";
import { bookerOf, hostsOf, type MailBooking, type Recipient } from "./booking.ts";
import { cleanLine, cutText, LONGEST_IN_HEADER } from "./content/clean-text.ts";
import type { Invitation } from "./content/invitation.ts";
import type { RenderedMail } from "./content/render.ts";
import { ownNameOf } from "./content/topic.ts";
import { personOf } from "./emails/entity.ts";
import type { Sender } from "./sender.ts";

/** A mail to one person, before it is a MIME message. */
export interface MailToSend extends RenderedMail {
  /** The booking that the mail is about, if it is about one. */
  booking?: MailBooking;
  recipient: Recipient;
  invitation?: Invitation;
  /** The id of the event that the mail is about. */
  eventId: string;
  /** Resends of this mail before this one. Mail clients drop a message whose id they have. */
  resends: number;
  /** Milliseconds since 1970. */
  date: number;
}

/** A MIME message, and the addresses that a transport needs. */
export interface MailMessage {
  id: string;
  from: string;
  to: string;
  raw: Buffer;
}

/**
 * Composes the MIME message of a mail. Its calendar part is an alternative to the text (RFC 6047), so that mail clients act on it, and also an
 * attachment, for those that don't. The bytes are the same at every attempt.
 */
export async function composeMessage(mail: MailToSend, sender: Sender): Promise<MailMessage> {
  const { booking, recipient, invitation, date, subject, text, html } = mail;
  const [host] = booking ? hostsOf(booking) : [];
  const replyTo = recipient.role === "guest" ? host : booking && bookerOf(booking);
  const id = messageIdOf(mail, sender);
  const from = addressOf({ name: (host && ownNameOf(host)) || sender.name, email: sender.address });
  const to = addressOf(recipient);
  const composer = new MailComposer({
    ...{ from, to, subject, text, html },
    ...(replyTo && { replyTo: addressOf(replyTo) }),
    messageId: id,
    ...(booking && { references: threadOf(booking, sender) }),
    date: new Date(date),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    ...(invitation && {
      icalEvent: { method: invitation.method, content: invitation.text, filename: "invite.ics" },
    }),
    baseBoundary: sha256(id),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from: from.address, to: to.address, raw: await composer.compile().build() };
}

const addressOf = (person: { name: string; email: string }): { name: string; address: string } => ({
  name: cutText(ownNameOf(person), LONGEST_IN_HEADER),
  address: cleanLine(person.email),
});

function messageIdOf({ eventId, recipient, resends }: MailToSend, { domain }: Sender): string {
  return `<${[eventId, personOf(recipient), ...(resends > 0 ? [resends] : [])].join(".")}@${domain}>`;
}

/** The id of a message (RFC 5322 §3.6.4), without its brackets. */
const MESSAGE_ID = /^[\w.+-]{1,100}@[\w.-]{1,100}$/;

/** The thread of a booking's mails. Nobody gets a message with this id. An imported `iCalUID` can be any text. */
const threadOf = ({ iCalUID }: MailBooking, { domain }: Sender): string =>
  MESSAGE_ID.test(iCalUID) ? `<${iCalUID}>` : `<${sha256(iCalUID)}@${domain}>`;
