import { locationOf } from "#lib/calendar/event-types/location.ts";
import { hostsOf, isBooker, type MailBooking, type Recipient, visibleGuests } from "#lib/mail/booking.ts";
import { cleanLine, cleanText, cutText } from "./clean-text.ts";
import { type LinkName, languageOf, type MailKind, type RowName, SENTENCES } from "./sentences.ts";
import { formatRange } from "./times.ts";
import { nameOf, topicOf } from "./topic.ts";

/** A mail about a booking to one person. */
export interface BookingMail {
  kind: MailKind;
  booking: MailBooking;
  recipient: Recipient;
  /** URLs of pages of this service. */
  links: Partial<Record<LinkName, string>>;
}

/** A line of a mail's table. */
export interface Row {
  name: RowName | "calendar" | "account";
  label: string;
  value: string;
  /** A URL that the value links to. */
  url?: string;
  isStruck?: true;
  /** Whether the service wrote the value, so that it can't contain an address of somebody else. */
  isOwnText?: true;
}

/** What a mail says, as plain text and as HTML. Values are clean, but not escaped. */
export interface Content {
  headline: string;
  rows: Row[];
  links: { label: string; url: string }[];
}

/** Guests that a mail names. */
const NAMED_GUESTS = 20;

/** Creates the content of a mail, with values of at most a number of characters. */
export function contentOf(mail: BookingMail, longest: number): Content {
  const { language } = languageOf(mail.recipient.locale);
  const { headlines, links } = SENTENCES[language];
  return {
    headline: headlines[mail.kind][mail.recipient.role],
    rows: rowsOf(mail, longest),
    links: LINK_ORDER.flatMap((name) => {
      const url = mail.links[name];
      return url === undefined ? [] : [{ label: links[name], url }];
    }),
  };
}

const LINK_ORDER: readonly LinkName[] = ["accept", "reject", "manage"];

function rowsOf(mail: BookingMail, longest: number): Row[] {
  const { booking, recipient } = mail;
  const { language, locale } = languageOf(recipient.locale);
  const { labels } = SENTENCES[language];
  const clock = { ...recipient, locale };
  const previous = previousTime(mail);
  const values: [name: RowName, value: string | undefined, more?: Partial<Row>][] = [
    ["what", topicOf(booking)],
    ["when", formatRange(booking.startTime, booking.endTime, clock), { isOwnText: true }],
    [
      "before",
      previous && formatRange(previous.start, previous.end, clock),
      { isOwnText: true, isStruck: true },
    ],
    ["where", ...placeOf(mail, longest)],
    [
      "host",
      hostsOf(booking)
        .map((host) => cutText(nameOf(host), longest))
        .join(", "),
    ],
    ["guests", guestList(mail, longest)],
    ["notes", notesFor(booking, recipient)],
    ["reason", reasonOf(mail)],
  ];
  return values.flatMap(([name, value, more]) =>
    value
      ? [{ name, label: labels[name], value: LISTS.has(name) ? value : cutText(value, longest), ...more }]
      : [],
  );
}

/** Rows whose elements are cut one by one. */
const LISTS: ReadonlySet<RowName> = new Set(["host", "guests"]);

function previousTime({ kind, booking }: BookingMail): { start: string; end: string } | undefined {
  const { rescheduleStartTime: start, rescheduleEndTime: end } = booking;
  if (kind !== "rescheduled" || !start || !end) return undefined;
  return start === booking.startTime && end === booking.endTime ? undefined : { start, end };
}

/** Kinds of locations that say nothing to people without an address. */
const KINDS = /^(link|phone|userPhone|inPerson|attendeeInPerson|integrations:.*)$/;

/** Where a booking takes place. Undefined if only the kind is known, or if the recipient may not read it. */
export function locationText(booking: MailBooking, recipient: Recipient): string | undefined {
  const text = cleanLine(booking.location ?? "");
  return text === "" || KINDS.test(text) || isOfStranger(booking, recipient) ? undefined : text;
}

/** Whether the place is the number or address of the booker, who is a stranger to other guests with seats. */
function isOfStranger(booking: MailBooking, recipient: Recipient): boolean {
  if (recipient.role === "host" || booking.seatsPerTimeSlot === null || isBooker(booking, recipient))
    return false;
  const { optionValue = "" } = locationOf(booking.responses.location?.value) ?? {};
  return optionValue !== "" && optionValue === booking.location;
}

/** The place, with a link if it is a whole URL. */
function placeOf({ booking, recipient }: BookingMail, longest: number): [string | undefined, Partial<Row>] {
  const text = locationText(booking, recipient);
  return [text, text !== undefined && text.length <= longest && isWebUrl(text) ? { url: text } : {}];
}

/** Whether a text is a URL of a web page, without a user, whose name could look like another host. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

function guestList({ booking, recipient }: BookingMail, longest: number): string {
  const { more } = SENTENCES[languageOf(recipient.locale).language];
  const guests = visibleGuests(booking, recipient);
  const names = guests.slice(0, NAMED_GUESTS).map((guest) => cutText(nameOf(guest), longest));
  const others = guests.length - names.length;
  return [...names, ...(others > 0 ? [more(others)] : [])].join(", ");
}

/** The booker's notes, for hosts and the booker only: after the booker has left, no other guest is the booker. */
function notesFor(booking: MailBooking, recipient: Recipient): string | undefined {
  const isAllowed = recipient.role === "host" || isBooker(booking, recipient);
  return isAllowed ? cleanText(booking.additionalNotes ?? booking.description ?? "") : undefined;
}

function reasonOf({ kind, booking }: BookingMail): string | undefined {
  switch (kind) {
    case "cancelled":
      return cleanText(booking.cancellationReason ?? "");
    case "rejected":
      return cleanText(booking.rejectionReason ?? "");
    case "rescheduled": {
      // The answer is why it replaced another one. A booking that is moved itself has no reason.
      if (booking.rescheduleUid === booking.uid) return undefined;
      const reason = booking.responses.rescheduleReason?.value;
      return typeof reason === "string" ? cleanText(reason) : undefined;
    }
    default:
      return undefined;
  }
}
