import { writeEvent } from "#lib/calendar/icalendar-writer.ts";
import { hostsOf, isSamePerson, type Recipient, visibleGuests } from "#lib/mail/booking.ts";
import { cutText } from "./clean-text.ts";
import { type BookingMail, contentOf, isWebUrl, locationText } from "./content.ts";
import { nameOf, summaryFor } from "./topic.ts";

/** What a calendar does with an invitation (RFC 5546). */
export type InvitationMethod = "REQUEST" | "CANCEL";

/** Characters of each text in an invitation. */
const LONGEST_TEXT = 2_000;

/** The calendar part of a mail: the event is added, moved or removed by the recipient's calendar. */
export interface Invitation {
  method: InvitationMethod;
  text: string;
}

/**
 * Writes the invitation of a mail. Its organizer is the sender of the mail with the host's name: mail clients accept an invitation only
 * from its organizer, and don't add it to the organizer's own calendar.
 *
 * @param sender - the address that mails are sent from
 * @param now - milliseconds since 1970
 */
export function invitationOf(
  mail: BookingMail,
  method: InvitationMethod,
  { sender, now }: { sender: string; now: number },
): Invitation {
  const { booking, recipient, links } = mail;
  const location = locationText(booking, recipient);
  const [host] = hostsOf(booking);
  const text = writeEvent({
    uid: booking.iCalUID,
    sequence: booking.iCalSequence,
    stamp: now,
    start: Date.parse(booking.startTime),
    end: Date.parse(booking.endTime),
    timeZone: recipient.timeZone,
    summary: cut(summaryFor(booking, recipient)),
    description: descriptionOf(mail),
    ...(location !== undefined && { location: cut(location) }),
    ...(links.manage !== undefined && isWebUrl(links.manage) && { url: links.manage }),
    isCancelled: method === "CANCEL",
    method,
    organizer: { name: host ? cut(nameOf(host)) : "", email: sender },
    attendees: attendeesFor(mail, method).map((person) => ({
      name: cut(nameOf(person)),
      email: person.email,
    })),
  });
  return { method, text };
}

const cut = (text: string): string => cutText(text, LONGEST_TEXT);

/**
 * The guests that the recipient can see, and the recipient: calendars ignore an invitation that doesn't name their owner. If only the
 * recipient leaves a booking that goes on, the recipient alone.
 */
function attendeesFor({ booking, recipient }: BookingMail, method: InvitationMethod): Recipient[] {
  if (method === "CANCEL" && !ENDED.has(booking.status)) return [recipient];
  const guests = visibleGuests(booking, recipient);
  return guests.some((guest) => isSamePerson(guest, recipient)) ? guests : [recipient, ...guests];
}

const ENDED: ReadonlySet<string> = new Set(["CANCELLED", "REJECTED"]);

/** Rows that are not in the event's own properties. */
const DESCRIBED: ReadonlySet<string> = new Set(["host", "guests", "notes", "reason"]);

function descriptionOf(mail: BookingMail): string {
  const { rows, links } = contentOf(mail, LONGEST_TEXT);
  return [
    ...rows.filter(({ name }) => DESCRIBED.has(name)).map(({ label, value }) => `${label}: ${value}`),
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ].join("\n");
}
