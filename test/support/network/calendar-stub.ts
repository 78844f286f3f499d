import { sha256 } from "#lib/platform/sha256.ts";
import { type HttpRequest, startHttpServer } from "./http-server.ts";

/** How a request fails: with a status, lost on its way, after it had an effect, or forever. */
type Fault = number | "lost" | "lost response" | "no response";

/** What a stub of a calendar server responds with; a test changes it. */
export interface CalendarStub {
  /** The text of the feed, or of the only event calendar of the account. */
  text: string;
  /** Status of all responses; 200 and 207 if undefined. */
  status?: number | undefined;
  /** What each response waits for, if it is set. */
  isReady?: Promise<void> | undefined;
  /** Whether connections are closed without a response, as by a server that is stopped. */
  isStopped?: boolean;
  /** `Location` of a redirect. */
  location?: string | undefined;
  /** Paths of the calendars of the account. */
  calendars: string[];
  /** A document type of its XML, which is valid otherwise; none if undefined. */
  documentType?: string;
  /** tz name of the calendars; none if undefined. */
  timeZone?: string | undefined;
  /** Whether the calendars are shared for reading only, in their properties. */
  isReadOnly?: boolean;
  username: string;
  password: string;
  /** The events that were put into the account, by path. */
  events: Map<string, string>;
  /** How a request fails; undefined if it doesn't. */
  fault?: ((request: HttpRequest) => Fault | undefined) | undefined;
  url: string;
  received: HttpRequest[];
}

const multistatus = (...resources: [path: string, properties: string][]): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${resources
    .map(
      ([path, properties]) =>
        `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
    )
    .join("")}</d:multistatus>`;

/** Responds to requests about one event (RFC 4918, RFC 9110 §13). */
function respondAboutEvent(
  events: Map<string, string>,
  { method, path, headers, body }: HttpRequest,
): { status: number; body: string; etag?: string } {
  const stored = events.get(path);
  if (method === "GET" && stored !== undefined)
    return { status: 200, body: stored, etag: `"${sha256(stored)}"` };
  if (method === "DELETE" && events.delete(path)) return { status: 204, body: "" };
  if (method !== "PUT") return { status: 404, body: "" };
  const isExpected =
    headers["if-none-match"] === "*"
      ? stored === undefined
      : headers["if-match"] === `"${sha256(stored ?? "")}"`;
  if (!isExpected) return { status: 412, body: "" };
  events.set(path, body);
  return { status: stored === undefined ? 201 : 204, body: "" };
}

const PRINCIPAL =
  "<d:current-user-principal><d:href>/ann/</d:href></d:current-user-principal><c:calendar-home-set><d:href>/ann/</d:href></c:calendar-home-set><c:calendar-user-address-set><d:href>mailto:ann@office.example.com</d:href></c:calendar-user-address-set>";

const zoneOf = ({ timeZone }: CalendarStub): string =>
  timeZone === undefined ? "" : `<c:calendar-timezone>TZID:${timeZone}\n</c:calendar-timezone>`;

const privilegesOf = ({ isReadOnly = false }: CalendarStub): string =>
  `<d:current-user-privilege-set><d:privilege>${isReadOnly ? "<d:read/>" : "<d:all/>"}</d:privilege></d:current-user-privilege-set>`;

/** A version of a text, which changes with it. */
const versionOf = (text: string): string => `v${text.length}-${text.split("1").length}`;

/**
 * Starts a server on this machine that is a feed at `/feed.ics`, and at `/feed-` and any word, and a CalDAV account of Ann elsewhere, for one test. Every calendar of the
 * account has the same events.
 */
export async function startCalendarStub(text: string): Promise<CalendarStub> {
  const stub: CalendarStub = {
    ...{ text, calendars: ["/ann/work/"], username: "ann", password: "secret", url: "", received: [] },
    events: new Map(),
  };
  const respond = (request: HttpRequest): { status: number; body: string; etag?: string } => {
    const { method, path, headers } = request;
    if (stub.status !== undefined) return { status: stub.status, body: "their secret text" };
    if (/^\/feed[^/]*\.ics$/.test(path)) {
      const isKnown = headers["if-none-match"] === versionOf(stub.text);
      return isKnown ? { status: 304, body: "" } : { status: 200, body: stub.text };
    }
    const authorization = Buffer.from(`${stub.username}:${stub.password}`).toString("base64");
    if (headers.authorization !== `Basic ${authorization}`) return { status: 401, body: "" };
    if (path.endsWith(".ics")) return respondAboutEvent(stub.events, request);
    if (method === "REPORT")
      return {
        status: 207,
        body: multistatus([path, `<c:calendar-data><![CDATA[${stub.text}]]></c:calendar-data>`]),
      };
    const token = `<d:sync-token>${versionOf(stub.text)}</d:sync-token>`;
    if (headers["depth"] === "1")
      return {
        status: 207,
        body: multistatus(
          ...stub.calendars.map((calendar): [string, string] => [
            calendar,
            `<d:resourcetype><c:calendar/></d:resourcetype>${token}${zoneOf(stub)}${privilegesOf(stub)}`,
          ]),
        ),
      };
    return { status: 207, body: multistatus([path, PRINCIPAL + token]) };
  };
  const { url, received } = await startHttpServer(async (request, response) => {
    await stub.isReady;
    if (stub.isStopped) return response.destroy();
    const fault = stub.fault?.(request);
    if (fault === "no response") return undefined;
    if (fault === "lost") return response.destroy();
    if (typeof fault === "number") return response.writeHead(fault).end("their secret text");
    const { status, body, etag = versionOf(stub.text) } = respond(request);
    if (fault === "lost response") return response.destroy();
    const location = stub.location === undefined ? {} : { location: stub.location };
    const text = body.replace("?>", `?>${stub.documentType ?? ""}`);
    return response.writeHead(status, { etag, ...location }).end(text);
  });
  return Object.assign(stub, { url, received });
}
