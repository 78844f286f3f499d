import { CALENDAR_DAYS } from "#lib/calendar/availability/calendar.ts";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { readCalendar, readCalendarToken } from "./caldav-calendar.ts";
import type { Credentials } from "./credentials.ts";
import type { CalendarVersion } from "./entity.ts";
import { type BusyOptions, type BusyTimes, readBusyTimes } from "./read-busy-times.ts";
import { readFeed } from "./read-feed.ts";

const DAY = DAY_MINUTES * MINUTE;

/** How one calendar is read. */
export interface CalendarRequest {
  credentials: Credentials;
  /** URL of a CalDAV calendar; null for a feed. */
  url: string | null;
  /** The version that was read last; null to read all. */
  version: CalendarVersion | null;
  options: Omit<BusyOptions, "from" | "to">;
  /** When all requests must have ended, as `performance.now()`. */
  deadline: number;
}

/** What was read; undefined if nothing has changed. */
export type FetchedBusyTimes = BusyTimes & { version: CalendarVersion };

/**
 * Reads the busy times of a calendar from its server, from yesterday to {@link CALENDAR_DAYS} from today (UTC). As these days move, everything is read
 * again each day. Fails with `CalendarFailure`.
 */
export async function fetchBusyTimes(request: CalendarRequest): Promise<FetchedBusyTimes | undefined> {
  const day = Math.floor(now() / DAY);
  const known = request.version?.day === day ? request.version : {};
  const window = { from: (day - 1) * DAY, to: (day + CALENDAR_DAYS) * DAY };
  const found = await fetchText(request, known, window);
  if (!found) return undefined;
  const { text, ...version } = found;
  return { ...readBusyTimes(text, { ...request.options, ...window }), version: { ...version, day } };
}

type KnownVersion = Omit<CalendarVersion, "day">;

async function fetchText(
  { credentials, url, deadline }: CalendarRequest,
  known: KnownVersion,
  window: { from: number; to: number },
): Promise<(KnownVersion & { text: string }) | undefined> {
  if (credentials.type === "ics") return readFeed(credentials.url, { ...known, deadline });
  const account = { ...credentials, deadline };
  const address = url ?? credentials.url;
  // The token is read first: a change after it is read again.
  const token = await readCalendarToken(account, address);
  if (token !== undefined && token === known.token) return undefined;
  return { token, text: await readCalendar(account, address, window) };
}
