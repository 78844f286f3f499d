import { offsetSpan } from "#lib/calendar/availability/zone.ts";
import { MINUTE } from "#lib/platform/minutes.ts";

const PRODUCT = "-//Almanac//Almanac//EN";
const LINE_BYTES = 75;
/** Minutes before and after an event whose clock changes are written. */
const ZONE_MINUTES = 400 * 1_440;

/** A person of an invitation. */
interface Person {
  name: string;
  email: string;
}

/** An event to be written. Texts may contain anything. */
export interface WrittenEvent {
  uid: string;
  sequence: number;
  /** Milliseconds since 1970: when this version was made, the start and the end. */
  stamp: number;
  start: number;
  end: number;
  /** tz name of the clock that readers see. */
  timeZone: string;
  summary: string;
  description?: string;
  location?: string;
  url?: string;
  isCancelled?: boolean;
  /** Of an invitation by mail (RFC 5546). Events in a calendar have none of them, or its server sends invitations of its own. */
  method?: "REQUEST" | "CANCEL";
  organizer?: Person;
  attendees?: readonly Person[];
}

/**
 * Writes an event as an iCalendar text (RFC 5545) in the clock of its zone. If the start or the end occurs twice on that clock, it is in
 * UTC, because readers disagree about such times.
 */
export function writeEvent(event: WrittenEvent): string {
  const isLocal =
    event.timeZone !== "UTC" && ![event.start, event.end].some((at) => occursTwice(event.timeZone, at));
  const time = (name: string, at: number): string =>
    isLocal
      ? `${name};TZID=${event.timeZone}:${digits(at + offsetAt(event.timeZone, at) * MINUTE)}`
      : `${name}:${digits(at)}Z`;
  const lines = [
    ...["BEGIN:VCALENDAR", `PRODID:${PRODUCT}`, "VERSION:2.0", "CALSCALE:GREGORIAN"],
    ...(event.method ? [`METHOD:${event.method}`] : []),
    ...(isLocal ? zoneLines(event) : []),
    ...[
      "BEGIN:VEVENT",
      `UID:${escapeText(event.uid)}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTAMP:${digits(event.stamp)}Z`,
    ],
    ...[time("DTSTART", event.start), time("DTEND", event.end), `SUMMARY:${escapeText(event.summary)}`],
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.organizer ? [`ORGANIZER;CN=${quote(event.organizer.name)}:${mailto(event.organizer)}`] : []),
    ...(event.attendees ?? []).map(
      (person) =>
        `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN=${quote(person.name)}:${mailto(person)}`,
    ),
    ...[`STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`, "TRANSP:OPAQUE"],
    ...(event.url ? [`URL:${withoutControls(event.url)}`] : []),
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ];
  return lines.map(fold).join("\r\n");
}

const offsetAt = (timeZone: string, at: number): number => offsetSpan(timeZone, at / MINUTE).offset;

/** Whether the clock shows the time of an instant a second time within a day. */
function occursTwice(timeZone: string, at: number): boolean {
  const minute = at / MINUTE;
  const { offset } = offsetSpan(timeZone, minute);
  return [-1_440, 1_440].some((distance) => {
    const other = offsetSpan(timeZone, minute + distance).offset;
    return other !== offset && offsetSpan(timeZone, minute + offset - other).offset === other;
  });
}

/** The clock changes around an event, one by one, because a zone need not have a rule. */
function zoneLines({ timeZone, start, end }: WrittenEvent): string[] {
  const lines = ["BEGIN:VTIMEZONE", `TZID:${timeZone}`];
  const until = end / MINUTE + ZONE_MINUTES;
  let at = start / MINUTE - ZONE_MINUTES;
  let span = offsetSpan(timeZone, at);
  lines.push(...observance(at, span.offset, span.offset));
  for (at = span.to; at < until; at = span.to) {
    const { offset } = span;
    span = offsetSpan(timeZone, at);
    if (span.offset !== offset) lines.push(...observance(at, offset, span.offset));
  }
  return [...lines, "END:VTIMEZONE"];
}

/** From a minute since 1970, a clock changes from one offset to another, in minutes. */
function observance(at: number, from: number, to: number): string[] {
  const name = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    ...[`BEGIN:${name}`, `DTSTART:${digits((Math.floor(at) + from) * MINUTE)}`],
    ...[`TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`, `END:${name}`],
  ];
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(absolute / 60))}${two(absolute % 60)}`;
}

/** An instant, or a time of a clock, such as `20310304T093000`. */
const digits = (at: number): string => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "");

/** Control characters and those that change the direction of text. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "");

const escapeText = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => withoutControls(line).replace(/[\\;,]/g, "\\$&"))
    .join("\\n");

/** A parameter's value. Some readers also unescape `\\` and `^` (RFC 6868) in it, so it contains neither. */
const quote = (text: string): string => `"${withoutControls(text).replace(/["\\^]/g, "'")}"`;

const mailto = ({ email }: Person): string => `mailto:${withoutControls(email)}`;

/** Folds a line at 75 bytes, never inside a character (RFC 5545 §3.1). */
function fold(line: string): string {
  let [folded, bytes] = ["", 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return folded;
}
