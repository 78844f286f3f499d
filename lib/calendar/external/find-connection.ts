import { sha256 } from "#lib/platform/sha256.ts";
import { type CalendarCheck, type CalendarReader, readCheck } from "./check-calendar.ts";
import { accountOf, type Credentials } from "./credentials.ts";
import { discoverCalendars, type FoundAccount } from "./discover-calendars.ts";
import type { StoredCalendar, StoredConnection } from "./entity.ts";
import { requireReadable } from "./failure.ts";
import type { ConnectionCreate } from "./input.ts";
import { MAX_CALENDARS } from "./schema.ts";

/** A connection that can be created. */
export interface FoundConnection extends Pick<StoredConnection, "type" | "account" | "addresses"> {
  credentials: Credentials | null;
  calendars: FoundCalendar[];
  /** The number of calendars that the account has; more than 30 are not connected. */
  total: number;
}

/** A calendar that can be created, with its first check if it counts as busy. */
interface FoundCalendar
  extends Pick<StoredCalendar, "name" | "externalId" | "url" | "timeZone" | "readOnly" | "countsAsBusy"> {
  check?: CalendarCheck;
}

/** Who reads calendars, and until when. */
export type ReaderContext = Pick<CalendarReader, "user" | "apiHost" | "deadline">;

/**
 * Finds the calendars that a request names, and reads the one that counts as busy, all before the deadline.
 *
 * @throws {Failure} with the code of a calendar's failure
 */
export function findConnection(input: ConnectionCreate, context: ReaderContext): Promise<FoundConnection> {
  switch (input.type) {
    case "pushed":
      return Promise.resolve(pushedConnection(input.name));
    case "ics":
      return requireReadable(input.type, findFeed(input, context));
    case "caldav":
      return requireReadable(input.type, findAccount(input, context));
    default:
      return input satisfies never;
  }
}

const pushedConnection = (name: string): FoundConnection => ({
  ...{ type: "pushed", account: name, addresses: [], credentials: null, total: 1 },
  calendars: [{ name, externalId: null, url: null, timeZone: null, readOnly: true, countsAsBusy: true }],
});

/** The id of a feed, which does not disclose its URL. */
export const feedId = (url: string): string => sha256(url);

/** The id of a CalDAV calendar, which stays the same when its server moves to another host. */
export const caldavId = (url: string): string => new URL(url).pathname;

async function findFeed(
  { url, name, timeZone }: Extract<ConnectionCreate, { type: "ics" }>,
  context: ReaderContext,
): Promise<FoundConnection> {
  const credentials = { type: "ics", url } as const;
  const settings = { tentative: "busy", timeZone: timeZone ?? null, url: null, readVersion: null } as const;
  const reader = { ...context, credentials, addresses: [] };
  const check = await readCheck(settings, reader);
  const account = accountOf(credentials);
  const calendar = {
    name: name ?? (check.found?.name?.slice(0, MAX_NAME) || account),
    ...{ externalId: feedId(url), url: null, timeZone: check.found?.timeZone ?? timeZone ?? null },
    ...{ readOnly: true, countsAsBusy: true, check },
  };
  return { type: "ics", account, addresses: [], credentials, calendars: [calendar], total: 1 };
}

const MAX_NAME = 200;

async function findAccount(
  { url, username, password }: Extract<ConnectionCreate, { type: "caldav" }>,
  context: ReaderContext,
): Promise<FoundConnection> {
  const credentials = { type: "caldav", url, username, password } as const;
  const found = await discoverAccount(credentials, context.deadline);
  const { addresses } = found;
  const calendars = await Promise.all(
    found.calendars.slice(0, MAX_CALENDARS).map(async (each): Promise<FoundCalendar> => {
      const calendar = {
        ...{ name: each.name.slice(0, MAX_NAME), externalId: caldavId(each.url), url: each.url },
        ...{ timeZone: each.timeZone ?? null, readOnly: each.readOnly, countsAsBusy: each.isDefault },
      };
      if (!each.isDefault) return calendar;
      const settings = { ...calendar, tentative: "busy", readVersion: null } as const;
      const reader = { ...context, credentials, addresses };
      return { ...calendar, check: await readCheck(settings, reader) };
    }),
  );
  const { length: total } = found.calendars;
  return { type: "caldav", account: accountOf(credentials), addresses, credentials, calendars, total };
}

/** Finds the calendars of an account, the default one first. Fails with `CalendarFailure`. */
export async function discoverAccount(
  credentials: Extract<Credentials, { type: "caldav" }>,
  deadline: number,
): Promise<FoundAccount> {
  const found = await discoverCalendars({ ...credentials, deadline });
  const calendars = found.calendars.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return { calendars, addresses: found.addresses.slice(0, MAX_ADDRESSES) };
}

/** Own addresses of a user that are stored. */
const MAX_ADDRESSES = 20;
