import { bookerOf, hostsOf, type MailBooking, type Recipient } from "#lib/mail/booking.ts";
import { cleanLine } from "./clean-text.ts";
import { languageOf, SENTENCES } from "./sentences.ts";

/** `@`, and the characters that look like it. */
const AT = /[@\uFE6B\uFF20]/;

/** The name of a person; empty if it is an address, which could be somebody else's. */
export function ownNameOf({ name }: Pick<Recipient, "name">): string {
  const text = cleanLine(name);
  return AT.test(text) ? "" : text;
}

/** A name, or the address of a person without one. */
export const nameOf = (person: Pick<Recipient, "name" | "email">): string =>
  ownNameOf(person) || cleanLine(person.email);

/**
 * Whether a booking has the title "{event type} between {host} and {booker}". A host or booker may have another name by now, so either end
 * of the title is enough.
 */
function hasDefaultTitle({ title, eventTitle, responses }: MailBooking): boolean {
  const booker = responses.name?.value;
  if (title.startsWith(`${eventTitle} between `)) return true;
  return title.includes(" between ") && typeof booker === "string" && title.endsWith(` and ${booker}`);
}

/** What a booking is about, without the people in its default title: these differ by recipient. */
export const topicOf = (booking: MailBooking): string =>
  cleanLine(hasDefaultTitle(booking) ? booking.eventTitle : booking.title) || cleanLine(booking.eventTitle);

/** The name of the person on the other side: for a guest the first host, for a host the booker. */
function counterpartOf(booking: MailBooking, { role }: Recipient): string {
  const person = role === "guest" ? hostsOf(booking)[0] : bookerOf(booking);
  return person ? nameOf(person) : "";
}

/** What a booking is about and who is on the other side, in the recipient's language. It names no other guest to a guest. */
export function titleFor(
  booking: MailBooking,
  recipient: Recipient,
  cut = (text: string): string => text,
): string {
  const { titleWith } = SENTENCES[languageOf(recipient.locale).language];
  const name = counterpartOf(booking, recipient);
  const topic = cut(topicOf(booking));
  return name === "" ? topic : titleWith(topic, cut(name));
}

/** The title of the event in the recipient's calendar: one that was given stays as it is. */
export const summaryFor = (booking: MailBooking, recipient: Recipient): string =>
  hasDefaultTitle(booking) ? titleFor(booking, recipient) : topicOf(booking);
