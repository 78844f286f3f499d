import type { OutsideResponse } from "#lib/platform/outbound/fetch-outside.ts";
import { type CalDavAccount, CalDavClient } from "./caldav-requests.ts";
import { readCalendars } from "./components.ts";
import { tokenOf } from "./discover-calendars.ts";
import { CalendarFailure } from "./failure.ts";
import { isSuccess, requireSuccess } from "./requests.ts";

/** The state of a calendar, which changes with every change of its events; undefined if the server has none. Fails with `CalendarFailure`. */
export async function readCalendarToken(account: CalDavAccount, url: string): Promise<string | undefined> {
  const [resource] = await new CalDavClient(account).propfind(url, 0, "<sync-token/><s:getctag/>");
  return resource && tokenOf(resource.property);
}

/**
 * Reads the events in a window (ms since 1970) as an iCalendar text; recurring ones are whole, because servers that expand them can't be
 * relied on. Fails with `CalendarFailure`.
 */
export async function readCalendar(
  account: CalDavAccount,
  url: string,
  { from, to }: { from: number; to: number },
): Promise<string> {
  const timeRange = `<c:time-range start="${utcTime(from)}" end="${utcTime(to)}"/>`;
  const resources = await new CalDavClient(account).query(url, timeRange);
  const texts = resources.map(({ property }) => property("calendar-data")?.text.trim() ?? "");
  // A calendar without events in the window is a valid text, too, and one event whose text has no end ends here.
  return [...texts.filter((text) => text !== ""), EMPTY_CALENDAR].join("\r\n");
}

const EMPTY_CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR";

const utcTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, "");

/** An event of this service in a calendar. */
export interface EventResource {
  /** URL of the calendar. */
  calendarUrl: string;
  /** The part of the event's URL that is its own. */
  part: string;
  uid: string;
}

/**
 * Writes an event, which may exist: its URL is its own, so what is there is an earlier version. If the calendar has its `UID` elsewhere, that
 * event is replaced, unless it is an invitation, which mails keep up to date. Fails with `CalendarFailure`.
 */
export async function putEvent(account: CalDavAccount, event: EventResource, text: string): Promise<void> {
  const client = new CalDavClient(account);
  const first = await put(client, eventUrl(event), { condition: { "if-none-match": "*" }, text });
  if (!MAY_EXIST.has(first.status)) return requireWritten(first);
  const existing = await client.send(eventUrl(event), { method: "GET", headers: UNCOMPRESSED });
  if (isSuccess(existing)) return replaceEvent(client, existing, text);
  const other = await findByUid(client, event);
  if (!other) return requireWritten(first.status === 412 ? existing : first);
  if (other.isInvitation) return undefined;
  return replaceEvent(client, await client.send(other.url, { method: "GET", headers: UNCOMPRESSED }), text);
}

/** Statuses of servers for an event that exists, or whose `UID` another one has (RFC 4791 §5.3.2.1): 207 is that of Xandikos. */
const MAY_EXIST = new Set([207, 400, 403, 409, 412]);

/** Fails with `CalendarFailure` unless an event was written or deleted. A status 207 says why not; 403 means that the calendar can only be read. */
function requireWritten(response: OutsideResponse): void {
  if (response.status === 403) throw new CalendarFailure("read_only_calendar");
  requireSuccess(response);
  if (response.status === 207) throw new CalendarFailure("calendar_invalid");
}

/** A compressed response can have another ETag than the event. */
const UNCOMPRESSED = { "accept-encoding": "identity" };

const put = (
  client: CalDavClient,
  url: string,
  { condition, text }: { condition: Record<string, string>; text: string },
): Promise<OutsideResponse> =>
  client.send(url, {
    method: "PUT",
    headers: { "content-type": "text/calendar; charset=utf-8", ...condition },
    body: text,
  });

async function replaceEvent(client: CalDavClient, existing: OutsideResponse, text: string): Promise<void> {
  requireSuccess(existing);
  const { etag } = existing.headers;
  // A weak one never matches (RFC 9110 §13.1.1).
  const condition = etag === undefined || etag.startsWith("W/") ? undefined : { "if-match": etag };
  const response = await put(client, existing.url, { condition: { ...condition }, text });
  // Another write was faster: the caller's next attempt writes the newest version.
  if (response.status === 412) throw new CalendarFailure("calendar_unreachable");
  requireWritten(response);
}

/** Deletes an event, which may be gone. An invitation stays, which a mail cancels. Fails with `CalendarFailure`. */
export async function deleteEvent(account: CalDavAccount, event: EventResource): Promise<void> {
  const client = new CalDavClient(account);
  const isGone = async (url: string): Promise<boolean> => {
    const response = await client.send(url, { method: "DELETE" });
    if (response.status === 404 || response.status === 410) return true;
    requireWritten(response);
    return false;
  };
  if (!(await isGone(eventUrl(event)))) return;
  const other = await findByUid(client, event);
  if (other && !other.isInvitation) await isGone(other.url);
}

/**
 * Finds the event with a `UID`, which another program wrote: from an invitation, or before an import. Undefined if there is none, if it is recurring,
 * or if the server can't tell.
 */
async function findByUid(
  client: CalDavClient,
  { calendarUrl, uid }: EventResource,
): Promise<{ url: string; isInvitation: boolean } | undefined> {
  const text = uid.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  const filter = `<c:prop-filter name="UID"><c:text-match collation="i;octet">${text}</c:text-match></c:prop-filter>`;
  try {
    for (const { href, property } of await client.query(calendarUrl, filter)) {
      const calendars = readCalendars(property("calendar-data")?.text.trim() ?? "");
      const events = calendars.flatMap(({ components }) =>
        components.filter(({ name }) => name === "VEVENT"),
      );
      const [event] = events;
      const isSame = event?.text("UID")?.replace(/\\(.)/g, "$1") === uid;
      if (isSame && events.length === 1 && event.text("RRULE") === undefined)
        return { url: href, isInvitation: event.text("ORGANIZER") !== undefined };
    }
  } catch (error) {
    if (!(error instanceof CalendarFailure) || error.code === "calendar_unreachable") throw error;
  }
  return undefined;
}

const eventUrl = ({ calendarUrl, part }: EventResource): string =>
  new URL(`${encodeURIComponent(part)}.ics`, calendarUrl.replace(/\/*$/, "/")).href;
