import { defaultDeadline, type OutsideResponse } from "#lib/platform/outbound/fetch-outside.ts";
import { type DavResource, parseMultistatus } from "./multistatus.ts";
import { requestCalendar, requireSuccess } from "./requests.ts";

/** An account of a CalDAV server. */
export interface CalDavAccount {
  /** Any URL of the account; credentials are sent only to its host and that host's siblings. */
  url: string;
  username: string;
  password: string;
  /** When all requests must have ended, as `performance.now()`; by default 20 s after the first. */
  deadline?: number;
}

interface DavRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

const NAMESPACES =
  'xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';

/** Sends the requests of one operation to a CalDAV server, all of them before its deadline. */
export class CalDavClient {
  readonly #account: CalDavAccount;
  readonly #deadline: number;

  constructor(account: CalDavAccount) {
    this.#account = account;
    this.#deadline = account.deadline ?? defaultDeadline();
  }

  /** Sends a request; the status may be any. Fails with `CalendarFailure`. */
  send(url: string, request: DavRequest): Promise<OutsideResponse> {
    const { username, password, url: accountUrl } = this.#account;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    return requestCalendar(url, {
      ...request,
      credentials: { authorization, url: accountUrl },
      deadline: this.#deadline,
    });
  }

  /** Requests properties, such as `<displayname/>`, of a resource and, with depth 1, of those in it. */
  propfind(url: string, depth: 0 | 1, properties: string): Promise<DavResource[]> {
    const body = `<propfind ${NAMESPACES}><prop>${properties}</prop></propfind>`;
    return this.#multistatus(url, { method: "PROPFIND", headers: { depth: String(depth) }, body });
  }

  /** Sends a `calendar-query` (RFC 4791 §7.8) for the calendar data of the events that a filter selects. */
  query(url: string, eventFilter: string): Promise<DavResource[]> {
    const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${eventFilter}</c:comp-filter></c:comp-filter>`;
    const body = `<c:calendar-query ${NAMESPACES}><prop><c:calendar-data/></prop><c:filter>${filter}</c:filter></c:calendar-query>`;
    return this.#multistatus(url, { method: "REPORT", headers: { depth: "1" }, body });
  }

  async #multistatus(url: string, { body, headers, method }: DavRequest): Promise<DavResource[]> {
    const response = await this.send(url, {
      method,
      headers: { ...headers, "content-type": "application/xml; charset=utf-8" },
      body: `<?xml version="1.0" encoding="utf-8"?>${body ?? ""}`,
    });
    requireSuccess(response);
    const base = response.url;
    return parseMultistatus(response.text).map((each) => ({ ...each, href: resolveHref(each.href, base) }));
  }
}

/** Characters of the longest reference or token in a response that is used: some work takes quadratic time, and items have a limit. */
export const LONGEST_VALUE = 2_048;

/** Resolves a reference in a response to a URL. An invalid reference, or one that is too long, resolves to the URL of the response. */
export const resolveHref = (href: string, base: string): string =>
  href.length <= LONGEST_VALUE && URL.canParse(href, base) ? new URL(href, base).href : base;
