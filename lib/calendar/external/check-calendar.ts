import type { Range } from "#lib/calendar/availability/calendar.ts";
import { notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { listBusyTimesOf, storeBusyTimes } from "./busy-times.ts";
import { type Credentials, openCredentials } from "./credentials.ts";
import { ConnectionItem, type StoredCalendar, type StoredConnection } from "./entity.ts";
import { CalendarFailure, type CalendarFailureCode } from "./failure.ts";
import { type FetchedBusyTimes, fetchBusyTimes } from "./fetch-busy-times.ts";
import { afterFailure, afterSuccess } from "./health.ts";

/** Whose calendars are read, and with what. */
export interface CalendarReader {
  credentials: Credentials;
  user: Pick<Stored<typeof UserItem>, "email" | "timeZone">;
  /** The user's own addresses at the server. */
  addresses: StoredConnection["addresses"];
  /** Host name of the service, which is in the `UID`s of its bookings. */
  apiHost: string;
  /** When all requests must have ended, as `performance.now()`. */
  deadline: number;
}

/** The result of a check of a calendar. */
export interface CalendarCheck {
  /** When it began. */
  at: string;
  tentative: StoredCalendar["tentative"];
  /** What was read; undefined if nothing has changed, or if it failed. */
  found?: FetchedBusyTimes | undefined;
  error?: CalendarFailureCode;
  /** Version of the connection whose credentials were used; undefined if they are being stored. */
  connectionVersion?: number;
}

/** The settings of a calendar that determine how it is read. */
type ReadSettings = Pick<StoredCalendar, "tentative" | "timeZone" | "url" | "readVersion">;

/** Reads a calendar that is not pushed. Fails with `CalendarFailure`. */
export async function readCheck(calendar: ReadSettings, reader: CalendarReader): Promise<CalendarCheck> {
  const { tentative, timeZone, url, readVersion } = calendar;
  const { credentials, user, addresses, apiHost, deadline } = reader;
  const at = nowIso();
  const username = credentials.type === "caldav" ? [credentials.username] : [];
  const ownUid = new RegExp(`^[\\w-]{22}@${RegExp.escape(apiHost)}$`);
  const options = {
    tentative,
    timeZone: timeZone ?? user.timeZone,
    ownAddresses: [user.email, ...username, ...addresses],
    isOwnUid: (uid: string) => ownUid.test(uid),
  };
  const found = await fetchBusyTimes({ credentials, url, version: readVersion, options, deadline });
  return { at, tentative, found };
}

/**
 * Reads a calendar with the credentials of its connection, until a deadline (`performance.now()`). A failure of the other server is a
 * result, too.
 */
export async function checkCalendar(calendar: StoredCalendar, deadline: number): Promise<CalendarCheck> {
  const { userId, connectionId } = calendar;
  const [user, connection] = await Promise.all([
    findItem(UserItem, { id: userId }),
    findItem(ConnectionItem, { userId, id: connectionId }),
  ]);
  if (!user || !connection) throw notFound("Calendar");
  const { addresses, apiHost, version: connectionVersion } = connection;
  const credentials = await openCredentials(connection);
  const reader = { credentials, user, addresses, apiHost: apiHost ?? "", deadline };
  const at = nowIso();
  try {
    return { ...(await readCheck(calendar, reader)), connectionVersion };
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    return { ...failedCheck(calendar, error.code, at), connectionVersion };
  }
}

/** The result of a check that failed. */
export const failedCheck = (
  { tentative }: Pick<StoredCalendar, "tentative">,
  error: CalendarFailureCode,
  at = nowIso(),
): CalendarCheck => ({ at, tentative, error });

/** A check with settings or credentials that are being stored: it replaces checks with the former ones, also those that began later. */
export const asLatest = (check: CalendarCheck, { lastCheckedAt }: StoredCalendar): CalendarCheck =>
  lastCheckedAt !== null && lastCheckedAt > check.at ? { ...check, at: lastCheckedAt } : check;

/** A calendar after a check, and what stores its busy times: nothing if they are the same. */
interface CheckedCalendar {
  checked: StoredCalendar;
  operations: Operation[];
}

/**
 * Returns a calendar as it is after a check. A failure keeps the last busy times. A check with other settings or credentials, or one that
 * began before another, changes nothing.
 */
export async function applyCheck(
  calendar: StoredCalendar,
  check: CalendarCheck,
  connections: readonly StoredConnection[] = [],
): Promise<CheckedCalendar> {
  if (isOutdated(calendar, check, connections)) return { checked: calendar, operations: [] };
  const { at, found, error } = check;
  if (error !== undefined) return { checked: afterFailure(calendar, { at, error }), operations: [] };
  const read = afterSuccess(calendar, at);
  if (!found) return { checked: read, operations: [] };
  const { unreadableEvents, version: readVersion, busy } = found;
  const changed = { ...read, unreadableEvents, readVersion };
  if (isSame(busy, await listBusyTimesOf(calendar))) return { checked: changed, operations: [] };
  return { checked: { ...changed, lastChangedAt: at }, operations: [storeBusyTimes(calendar, busy)] };
}

function isOutdated(
  { tentative, lastCheckedAt, connectionId }: StoredCalendar,
  check: CalendarCheck,
  connections: readonly StoredConnection[],
): boolean {
  const { connectionVersion: version } = check;
  const hasOtherCredentials =
    version !== undefined && version !== connections.find(({ id }) => id === connectionId)?.version;
  return check.tentative !== tentative || (lastCheckedAt ?? "") > check.at || hasOtherCredentials;
}

const isSame = (first: readonly Range[], second: readonly Range[]): boolean =>
  first.length === second.length &&
  first.every(({ from, to }, at) => from === second[at]?.from && to === second[at].to);
