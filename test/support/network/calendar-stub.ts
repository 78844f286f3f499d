import { type HttpRequest, startHttpServer } from "./http-server.ts";

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
  password: string;
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

const PRINCIPAL =
  "<d:current-user-principal><d:href>/ann/</d:href></d:current-user-principal><c:calendar-home-set><d:href>/ann/</d:href></c:calendar-home-set><c:calendar-user-address-set><d:href>mailto:ann@office.example.com</d:href></c:calendar-user-address-set>";

/** A version of a text, which changes with it. */
const versionOf = (text: string): string => `v${text.length}-${text.split("1").length}`;

/**
 * Starts a server on this machine that is a feed at `/feed.ics` and a CalDAV account of Ann elsewhere, for one test. Every calendar of the
 * account has the same events.
 */
export async function startCalendarStub(text: string): Promise<CalendarStub> {
  const stub: CalendarStub = { text, calendars: ["/ann/work/"], password: "secret", url: "", received: [] };
  const respond = ({ method, path, headers }: HttpRequest) => {
    if (stub.status !== undefined) return { status: stub.status, body: "their secret text" };
    if (path === "/feed.ics") {
      const isKnown = headers["if-none-match"] === versionOf(stub.text);
      return isKnown ? { status: 304, body: "" } : { status: 200, body: stub.text };
    }
    const authorization = Buffer.from(`ann:${stub.password}`).toString("base64");
    if (headers.authorization !== `Basic ${authorization}`) return { status: 401, body: "" };
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
            `<d:resourcetype><c:calendar/></d:resourcetype>${token}`,
          ]),
        ),
      };
    return { status: 207, body: multistatus([path, PRINCIPAL + token]) };
  };
  const { url, received } = await startHttpServer(async (request, response) => {
    await stub.isReady;
    if (stub.isStopped) return response.destroy();
    const { status, body } = respond(request);
    const location = stub.location === undefined ? {} : { location: stub.location };
    return response.writeHead(status, { etag: versionOf(stub.text), ...location }).end(body);
  });
  return Object.assign(stub, { url, received });
}
