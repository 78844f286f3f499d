import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { invalidField, notFound } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { defaultDeadline } from "#lib/platform/outbound/fetch-outside.ts";
import { type Operation, replace } from "#lib/storage/table/operations.ts";
import { changeCalendars, readCalendars } from "./change-calendars.ts";
import {
  applyCheck,
  asLatest,
  type CalendarCheck,
  type CalendarReader,
  failedCheck,
  readCheck,
} from "./check-calendar.ts";
import type { Connected } from "./connect.ts";
import { accountOf, Credentials, openCredentials, sealCredentials } from "./credentials.ts";
import { CalendarItem, ConnectionItem, type StoredCalendar, type StoredConnection } from "./entity.ts";
import { CalendarFailure, requireReadable } from "./failure.ts";
import { caldavId, discoverAccount, feedId } from "./find-connection.ts";
import { HEALTHY } from "./health.ts";
import type { ConnectionUpdate } from "./input.ts";
import { getConnection, requireMayChooseDestination } from "./visibility.ts";

/**
 * Changes the credentials of a connection after reading its calendars with them. If that fails, nothing changes. The returned connection
 * has no credentials.
 *
 * @throws {Failure} `not_found`, `invalid_request` for a field that its type does not have, and for another server without a new password;
 * `insufficient_scope` if an application changes the account; the code of a calendar's failure
 */
export async function updateConnection(
  caller: Caller,
  target: { id: number; apiHost: string } & IfMatch,
  changes: ConnectionUpdate,
): Promise<Connected> {
  const deadline = defaultDeadline();
  const before = await getConnection(caller, target.id);
  requireMatch(target, before);
  requireFieldsOf(before, changes);
  const { userId } = before;
  const { user, calendars } = await readCalendars(userId);
  const stored = await openCredentials(before);
  requireMayChange(caller, stored, changes);
  const credentials = changeCredentials(stored, changes);
  const { addresses, checks } = await requireReadable(
    credentials.type,
    readConnection(
      calendars.filter(({ connectionId }) => connectionId === before.id),
      { user, credentials, addresses: [], apiHost: target.apiHost, deadline },
    ),
  );
  const after = {
    ...{ ...before, addresses, account: accountOf(credentials), updatedAt: nowIso() },
    ...{ apiHost: target.apiHost, sealedCredentials: await sealCredentials(credentials, before) },
    version: before.version + 1,
  };
  return changeCalendars(userId, async (current) => {
    const connection = current.connections.find(({ id }) => id === before.id);
    if (!connection) throw notFound("Calendar connection");
    const changed = await Promise.all(current.calendars.map((calendar) => applyRead(calendar, checks)));
    const all = changed.map(({ calendar }) => calendar);
    const own = all.filter(({ connectionId }) => connectionId === before.id);
    return {
      result: { connection: { ...after, sealedCredentials: null }, calendars: own },
      calendars: all,
      connections: [after],
      operations: [
        replace(ConnectionItem, before, after),
        ...changed.flatMap(({ operations }) => operations),
      ],
    };
  });
}

/** The credentials of each type that can be changed. */
const FIELDS: Record<StoredConnection["type"], readonly string[]> = {
  pushed: [],
  ics: ["url"],
  caldav: ["url", "username", "password"],
};

function requireFieldsOf({ type }: StoredConnection, changes: ConnectionUpdate): void {
  const wrong = Object.keys(changes).find((name) => !FIELDS[type].includes(name));
  if (wrong !== undefined)
    throw invalidField(`#/${wrong}`, `can't be changed in a connection of type ${type}`);
}

/**
 * Requires a new password for another server, which would receive the stored one otherwise. Bookings may be written to the account, so an
 * application can't replace it by another.
 */
function requireMayChange(caller: Caller, stored: Credentials, changes: ConnectionUpdate): void {
  if (stored.type !== "caldav") return;
  const { url = stored.url, username = stored.username, password } = changes;
  const isOtherServer = new URL(url).origin !== new URL(stored.url).origin;
  if (isOtherServer || username !== stored.username) requireMayChooseDestination(caller);
  if (isOtherServer && password === undefined)
    throw invalidField("#/password", "is required with the URL of another server", "required");
}

const changeCredentials = (before: Credentials, changes: ConnectionUpdate): Credentials =>
  Credentials.parse({ ...before, ...changes });

/** What the server says of a calendar, and what was read of it if it counts as busy. */
interface ReadCalendar extends Pick<StoredCalendar, "url" | "externalId" | "timeZone" | "readOnly"> {
  check?: CalendarCheck;
}

interface ReadConnection {
  addresses: string[];
  /** By the ids of the calendars. */
  checks: Map<number, ReadCalendar>;
}

/** Finds the calendars of a connection, and reads those that count as busy. Fails with `CalendarFailure`. */
async function readConnection(
  calendars: readonly StoredCalendar[],
  reader: CalendarReader,
): Promise<ReadConnection> {
  const { credentials, deadline } = reader;
  if (credentials.type === "ics") {
    const externalId = feedId(credentials.url);
    const read = (calendar: StoredCalendar) => readAll({ ...calendar, externalId }, reader);
    return { addresses: [], checks: new Map(await Promise.all(calendars.map(read))) };
  }
  const { addresses, calendars: found } = await discoverAccount(credentials, deadline);
  const foundById = new Map(found.map((each) => [caldavId(each.url), each]));
  if (!calendars.some(({ externalId }) => foundById.has(externalId ?? "")))
    throw new CalendarFailure("calendar_not_found");
  const read = (calendar: StoredCalendar): Promise<[number, ReadCalendar]> | [number, ReadCalendar] => {
    const current = foundById.get(calendar.externalId ?? "");
    if (!current)
      return [
        calendar.id,
        { ...serverFieldsOf(calendar), check: failedCheck(calendar, "calendar_not_found") },
      ];
    const { url, timeZone = calendar.timeZone } = current;
    // A calendar that has become read-only changes nothing here: the next booking that can't be written reports it to the owner.
    const readOnly = calendar.readOnly && current.readOnly;
    return readAll({ ...calendar, url, timeZone, readOnly }, { ...reader, addresses });
  };
  return { addresses, checks: new Map(await Promise.all(calendars.map(read))) };
}

async function readAll(calendar: StoredCalendar, reader: CalendarReader): Promise<[number, ReadCalendar]> {
  const { id, countsAsBusy } = calendar;
  const fields = serverFieldsOf(calendar);
  if (!countsAsBusy) return [id, fields];
  return [id, { ...fields, check: await readCheck({ ...calendar, readVersion: null }, reader) }];
}

/** The fields of a calendar that its server determines. */
const serverFieldsOf = ({ url, externalId, timeZone, readOnly }: StoredCalendar): ReadCalendar => ({
  ...{ url, externalId, timeZone, readOnly },
});

async function applyRead(
  before: StoredCalendar,
  checks: ReadConnection["checks"],
): Promise<{ calendar: StoredCalendar; operations: Operation[] }> {
  const read = checks.get(before.id);
  if (!read) return { calendar: before, operations: [] };
  const { check, ...fields } = read;
  const found = { ...before, ...fields, ...(check?.error === undefined && HEALTHY), readVersion: null };
  const { checked, operations } = check
    ? await applyCheck(found, asLatest(check, before))
    : { checked: found, operations: [] };
  const after = { ...checked, version: before.version + 1 };
  return { calendar: after, operations: [replace(CalendarItem, before, after), ...operations] };
}
