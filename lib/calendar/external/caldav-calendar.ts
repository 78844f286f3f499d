import { type CalDavAccount, CalDavClient } from "./caldav-requests.ts";
import { tokenOf } from "./discover-calendars.ts";
import { CalendarFailure } from "./failure.ts";
import { requireSuccess } from "./requests.ts";

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
  // A calendar without events in the window is a valid text, too.
  return [EMPTY_CALENDAR, ...texts.filter((text) => text !== "")].join("\r\n");
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
}

/** Writes an event, which may exist: its URL is its own, so what is there is an earlier version. Fails with `CalendarFailure`. */
export async function putEvent(account: CalDavAccount, event: EventResource, text: string): Promise<void> {
  const client = new CalDavClient(account);
  const url = eventUrl(event);
  const put = (condition: Record<string, string>) =>
    client.send(url, {
      method: "PUT",
      headers: { "content-type": "text/calendar; charset=utf-8", ...condition },
      body: text,
    });
  let response = await put({ "if-none-match": "*" });
  if (response.status === 412) {
    // A compressed response can have another ETag than the event.
    const existing = await client.send(url, { method: "GET", headers: { "accept-encoding": "identity" } });
    requireSuccess(existing);
    const { etag } = existing.headers;
    // A weak one never matches (RFC 9110 §13.1.1).
    response = await put(etag === undefined || etag.startsWith("W/") ? {} : { "if-match": etag });
  }
  // Another write was faster: the caller's next attempt writes the newest version.
  if (response.status === 412) throw new CalendarFailure("calendar_unreachable");
  requireSuccess(response);
}

/** Deletes an event, which may be gone. Fails with `CalendarFailure`. */
export async function deleteEvent(account: CalDavAccount, event: EventResource): Promise<void> {
  const response = await new CalDavClient(account).send(eventUrl(event), { method: "DELETE" });
  if (response.status !== 404 && response.status !== 410) requireSuccess(response);
}

const eventUrl = ({ calendarUrl, part }: EventResource): string =>
  new URL(`${encodeURIComponent(part)}.ics`, calendarUrl.replace(/\/*$/, "/")).href;
