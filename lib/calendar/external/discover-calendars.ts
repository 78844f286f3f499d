import { type CalDavAccount, CalDavClient, LONGEST_VALUE, resolveHref } from "./caldav-requests.ts";
import { findZoneName } from "./event-zones.ts";
import { CalendarFailure } from "./failure.ts";
import type { DavResource } from "./multistatus.ts";

/** A calendar with events of a CalDAV account. */
export interface FoundCalendar {
  url: string;
  name: string;
  /** tz name of its `calendar-timezone`. */
  timeZone: string | undefined;
  readOnly: boolean;
  /** Whether it is the one that was named or, of the account, the default for new events or the first. */
  isDefault: boolean;
  /** Changes with every change of the calendar (`sync-token`, else `getctag`); undefined if the server has none. */
  token: string | undefined;
}

export interface FoundAccount {
  calendars: FoundCalendar[];
  /** The addresses of the user in events, such as `mailto:ann@example.com`. */
  addresses: string[];
}

/**
 * Finds the calendars of an account from any of its URLs: the server's root, the principal, the home or one calendar (RFC 6764 §6).
 * Fails with `CalendarFailure`: `calendar_invalid` if there is no CalDAV, `calendar_not_found` if there is no calendar.
 */
export async function discoverCalendars(account: CalDavAccount): Promise<FoundAccount> {
  const client = new CalDavClient(account);
  const principal = await findPrincipal(client, account.url);
  const [details] = await client.propfind(principal, 0, PRINCIPAL_PROPERTIES);
  const home = details?.property("calendar-home-set", "href")?.text ?? account.url;
  const resources = await client.propfind(resolveHref(home, principal), 1, CALENDAR_PROPERTIES);
  const calendars = resources.filter(isEventCalendar).map(toCalendar);
  if (calendars.length === 0) throw new CalendarFailure("calendar_not_found");
  const inbox = details?.property("schedule-inbox-URL", "href")?.text;
  const preferred =
    inbox === undefined ? undefined : await findDefault(client, resolveHref(inbox, principal));
  const main = [account.url, preferred]
    .map((url) => calendars.find((calendar) => isSamePath(calendar.url, url)))
    .find((calendar) => calendar !== undefined);
  (main ?? calendars[0] ?? { isDefault: true }).isDefault = true;
  const addresses = details
    ?.properties("calendar-user-address-set", "href")
    .map(({ text }) => text.trim())
    .filter(({ length }) => length <= LONGEST_VALUE);
  return { calendars, addresses: addresses ?? [] };
}

const PRINCIPAL_PROPERTIES = "<c:calendar-home-set/><c:calendar-user-address-set/><c:schedule-inbox-URL/>";
const CALENDAR_PROPERTIES = `<resourcetype/><displayname/><sync-token/><s:getctag/><current-user-privilege-set/>
<c:supported-calendar-component-set/><c:calendar-timezone/>`;

/** The URL of the user's principal. */
async function findPrincipal(client: CalDavClient, url: string): Promise<string> {
  let failure: CalendarFailure | undefined;
  for (const candidate of [url, new URL("/.well-known/caldav", url).href, new URL("/", url).href]) {
    try {
      const [resource] = await client.propfind(candidate, 0, "<current-user-principal/><resourcetype/>");
      const href = resource?.property("current-user-principal", "href")?.text;
      if (href !== undefined) return resolveHref(href, resource?.href ?? candidate);
    } catch (error) {
      if (!(error instanceof CalendarFailure) || !MAY_BE_ELSEWHERE.includes(error.code)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? new CalendarFailure("calendar_invalid");
}

/** Failures after which the principal may still be found at another URL of the server. */
const MAY_BE_ELSEWHERE = ["calendar_invalid", "calendar_not_found"];

/** The URL of the calendar for new events (RFC 6638 §9.2). Some servers name an inbox that they don't have, or that can't be read. */
async function findDefault(client: CalDavClient, inbox: string): Promise<string | undefined> {
  const [resource] = await client
    .propfind(inbox, 0, "<c:schedule-default-calendar-URL/>")
    .catch(ignoreFailure);
  const href = resource?.property("schedule-default-calendar-URL", "href")?.text;
  return href === undefined ? undefined : resolveHref(href, inbox);
}

function ignoreFailure(error: unknown): DavResource[] {
  if (error instanceof CalendarFailure) return [];
  throw error;
}

/** Some servers don't say which components a calendar may have. */
function isEventCalendar({ property, properties }: DavResource): boolean {
  const components = properties("supported-calendar-component-set", "comp").map((each) =>
    each.attribute("name"),
  );
  const isCalendar = property("resourcetype", "calendar") !== undefined;
  return isCalendar && (components.length === 0 || components.includes("VEVENT"));
}

const WRITE_PRIVILEGES = ["all", "write", "write-content", "bind"];

function toCalendar({ href, property, properties }: DavResource): FoundCalendar {
  const privileges = properties("current-user-privilege-set", "privilege").flatMap(
    ({ children }) => children,
  );
  const zone = /^TZID.*?:(.*)$/m.exec(property("calendar-timezone")?.text ?? "")?.[1];
  return {
    url: href,
    name: property("displayname")?.text.trim() || lastSegment(href),
    timeZone: findZoneName(zone?.trim() ?? ""),
    readOnly: privileges.length > 0 && !privileges.some(({ name }) => WRITE_PRIVILEGES.includes(name)),
    isDefault: false,
    token: tokenOf(property),
  };
}

/** The token of a calendar, which changes with every change. One that is too long to be stored is ignored. */
export function tokenOf(property: DavResource["property"]): string | undefined {
  const token = (property("sync-token") ?? property("getctag"))?.text.trim();
  return token && token.length <= LONGEST_VALUE ? token : undefined;
}

const lastSegment = (url: string): string => new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";

const isSamePath = (first: string, second: string | undefined): boolean =>
  second !== undefined && canonicalUrl(first) === canonicalUrl(second);

/** Servers and people encode other characters of a path, such as the `@` of an address. */
function canonicalUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  const segments = pathname.replace(/\/+$/, "").split("/");
  return origin + segments.map((segment) => encodeURIComponent(decodeSegment(segment))).join("/");
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not UTF-8.
    return segment;
  }
}
