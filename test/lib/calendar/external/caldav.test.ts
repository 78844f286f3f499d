import { beforeEach, describe, expect, test, vi } from "vitest";
import { deleteEvent, putEvent, readCalendar } from "#lib/calendar/external/caldav-calendar.ts";
import { discoverCalendars } from "#lib/calendar/external/discover-calendars.ts";
import { type HttpRequest, startHttpServer } from "#test/support/network/http-server.ts";
import { busyOf, calendarOf, eventAt, eventOf, OPTIONS } from "./calendars.ts";

beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
});

const AUTHORIZATION = `Basic ${Buffer.from("ann:secret").toString("base64")}`;
const accountAt = (url: string) => ({ url, username: "ann", password: "secret" });

/** A response of one resource with properties, in XML. */
const resource = (href: string, properties: string, missing = "") =>
  `<d:response><d:href>${href}</d:href>
  <d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
  <d:propstat><d:prop>${missing}</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>`;
const multistatus = (...resources: string[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${resources.join("")}</d:multistatus>`;

const href = (name: string, value: string) => `<${name}><d:href>${value}</d:href></${name}>`;
const CALENDAR = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>";
const components = (...names: string[]) =>
  `<c:supported-calendar-component-set>${names.map((name) => `<c:comp name="${name}"/>`).join("")}</c:supported-calendar-component-set>`;
const privilege = (name: string) =>
  `<d:current-user-privilege-set><d:privilege><d:${name}/></d:privilege></d:current-user-privilege-set>`;

const PRINCIPAL = multistatus(resource("/", href("d:current-user-principal", "/p/ann/")));
const DETAILS = multistatus(
  resource(
    "/p/ann/",
    href("c:calendar-home-set", "/home/") +
      href("c:schedule-inbox-URL", "/inbox/") +
      "<c:calendar-user-address-set><d:href>mailto:ann@example.com</d:href><d:href>/p/ann/</d:href></c:calendar-user-address-set>",
  ),
);
const HOME = multistatus(
  resource("/home/", "<d:resourcetype><d:collection/></d:resourcetype>"),
  resource("/home/tasks/", CALENDAR + components("VTODO")),
  resource(
    "/home/shared/",
    `${CALENDAR}<d:displayname>12</d:displayname>${privilege("read")}`,
    "<d:sync-token/>",
  ),
  resource(
    "/home/work/",
    `${CALENDAR + components("VEVENT", "VTODO") + privilege("bind")}<d:displayname>Work &amp; more</d:displayname>
    <d:sync-token>0123456789012345678901</d:sync-token><c:calendar-timezone><![CDATA[BEGIN:VCALENDAR
BEGIN:VTIMEZONE
TZID:/citadel.org/Europe/Berlin
END:VTIMEZONE
END:VCALENDAR]]></c:calendar-timezone>`,
  ),
);
const INBOX = multistatus(resource("/inbox/", href("c:schedule-default-calendar-URL", "/home/work")));

const PATHS: Record<string, string> = {
  "/": PRINCIPAL,
  "/p/ann/": DETAILS,
  "/home/": HOME,
  "/inbox/": INBOX,
};

/** A CalDAV server whose responses may be replaced by path: with a text, or a status. */
const startCalDav = (replaced: Record<string, string | number> = {}) =>
  startHttpServer(({ path }, response) => {
    const answer = replaced[path] ?? PATHS[path] ?? 404;
    if (typeof answer === "number") return response.writeHead(answer).end("their text");
    return response.writeHead(207, { "content-type": "application/xml" }).end(answer);
  });

describe("an account", () => {
  test("has calendars with names, zones, rights and tokens, and addresses", async () => {
    const { url, received } = await startCalDav();
    expect(await discoverCalendars(accountAt(`${url}/`))).toEqual({
      addresses: ["mailto:ann@example.com", "/p/ann/"],
      calendars: [
        {
          ...{ url: `${url}/home/shared/`, name: "12", timeZone: undefined },
          ...{ readOnly: true, isDefault: false, token: undefined },
        },
        {
          ...{ url: `${url}/home/work/`, name: "Work & more", timeZone: "Europe/Berlin" },
          ...{ readOnly: false, isDefault: true, token: "0123456789012345678901" },
        },
      ],
    });
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set([AUTHORIZATION]));
  });

  test("has the calendar of the URL as its default, else that for new events, else the first", async () => {
    const defaults = async (path: string, replaced: Record<string, string | number> = {}) => {
      const { url } = await startCalDav(replaced);
      const { calendars } = await discoverCalendars(accountAt(`${url}${path}`));
      return calendars.filter(({ isDefault }) => isDefault).map((each) => new URL(each.url).pathname);
    };
    expect(await defaults("/home/shared", { "/home/shared": PRINCIPAL })).toEqual(["/home/shared/"]);
    expect(await defaults("/")).toEqual(["/home/work/"]);
    expect(await defaults("/", { "/inbox/": multistatus(resource("/inbox/", "")) })).toEqual([
      "/home/shared/",
    ]);
  });

  test.each([
    ["/home/ann@example.com/", "/home/ann%40example.com"],
    ["/home/ann%40example.com/", "/home/ann@example.com"],
    ["/home/%c3%a4/", "/home/ä"],
    ["/home/%ff/", "/home/%ff"],
  ])("has the calendar %s as its default if the URL is %s", async (path, named) => {
    const { url } = await startCalDav({
      [new URL(named, "http://example.com").pathname]: PRINCIPAL,
      "/home/": HOME.replace("/home/shared/", path),
    });
    const { calendars } = await discoverCalendars(accountAt(`${url}${named}`));
    expect(calendars.find(({ isDefault }) => isDefault)?.name).toBe("12");
  });

  test("has calendars although the inbox for invitations can't be read", async () => {
    for (const status of [403, 404, 405]) {
      const { url } = await startCalDav({ "/inbox/": status });
      const { calendars } = await discoverCalendars(accountAt(`${url}/`));
      expect(calendars.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    }
  });

  test("is found at the well-known URL if the given one has no principal", async () => {
    const { url } = await startCalDav({ "/": 404, "/.well-known/caldav": PRINCIPAL });
    expect((await discoverCalendars(accountAt(`${url}/some/page`))).calendars).toHaveLength(2);
  });

  test.each([
    ["a wrong password", { "/": 401 }, "calendar_credentials_rejected"],
    ["no CalDAV server", { "/": "<html/>", "/.well-known/caldav": 405 }, "calendar_invalid"],
    ["text that is no XML", { "/": "<d:multi" }, "calendar_invalid"],
    ["a server that fails", { "/home/": 502 }, "calendar_unreachable"],
    ["no calendar", { "/home/": multistatus() }, "calendar_not_found"],
    ["a document type", { "/home/": `<!DOCTYPE a [<!ENTITY b "c">]>${HOME}` }, "calendar_invalid"],
    [
      "a valid document type",
      { "/home/": HOME.replace("?>", '?><!-- <![CDATA[ --><!DOCTYPE a [<!ENTITY b "c">]><!-- ]]> -->') },
      "calendar_invalid",
    ],
    ["nested entities", { "/home/": HOME.replace("Work", "&unknown;") }, "calendar_invalid"],
  ])("fails with %s", async (_, replaced: Record<string, string | number>, code) => {
    const { url } = await startCalDav(replaced);
    await expect(discoverCalendars(accountAt(`${url}/`))).rejects.toMatchObject({ code, message: code });
  });

  test("sends its password to no other server that a response names", async () => {
    const other = await startCalDav();
    const details = DETAILS.replace("/home/", `${other.url}/home/`).replace("/inbox/", `${other.url}/inbox/`);
    const { url } = await startCalDav({ "/p/ann/": details });
    await discoverCalendars(accountAt(`${url}/`));
    expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test.each([
    [
      "a zone of names without values",
      {
        "/home/": HOME.replace(
          "<d:displayname>12",
          `<c:calendar-timezone>${"TZID\n".repeat(40_000)}</c:calendar-timezone>$&`,
        ),
      },
    ],
    ["a path of slashes", { "/home/": HOME.replace("/home/shared/", `/home/shared${"/".repeat(150_000)}a`) }],
    [
      "a host of dots",
      { "/inbox/": INBOX, "/p/ann/": DETAILS.replace("/inbox/", `http://a${".".repeat(150_000)}a/`) },
    ],
  ])("has its calendars although a response has %s", { timeout: 20_000 }, async (_, replaced) => {
    const { url } = await startCalDav(replaced);
    const { calendars } = await discoverCalendars(accountAt(`${url}/`));
    expect(calendars.find(({ name }) => name === "Work & more")).toMatchObject({
      ...{ url: `${url}/home/work/`, timeZone: "Europe/Berlin" },
    });
  });

  test("has no token and no addresses that are too long to be stored", async () => {
    const long = "x".repeat(3_000);
    const { url } = await startCalDav({
      "/p/ann/": DETAILS.replace("<d:href>mailto:", `<d:href>mailto:${long}</d:href><d:href>mailto:`),
      "/home/": HOME.replace("0123456789012345678901", long),
    });
    const { addresses, calendars } = await discoverCalendars(accountAt(`${url}/`));
    expect(addresses).toEqual(["mailto:ann@example.com", "/p/ann/"]);
    expect(calendars.map(({ token }) => token)).toEqual([undefined, undefined]);
  });

  test("is not requested at private addresses that a response names", async () => {
    const { url } = await startCalDav({ "/p/ann/": DETAILS.replace("/home/", "http://10.0.0.1/home/") });
    await expect(discoverCalendars(accountAt(`${url}/`))).rejects.toMatchObject({
      code: "calendar_unreachable",
    });
  });
});

describe("a calendar", () => {
  test("is read by one query for a window, without the server's expansion", async () => {
    const data = (text: string) => `<c:calendar-data>${text}</c:calendar-data>`;
    const { url, received } = await startCalDav({
      "/work/": multistatus(
        resource("/work/1.ics", data(calendarOf(eventOf()))),
        resource(
          "/work/2.ics",
          data(calendarOf(eventOf("RRULE:FREQ=DAILY;COUNT=2")).replaceAll("\r\n", "&#13;\n")),
        ),
        resource("/work/3.ics", ""),
      ),
    });
    const text = await readCalendar(accountAt(`${url}/`), `${url}/work/`, OPTIONS);
    expect(busyOf(text)).toEqual(["03-04T10:00/11:00", "03-05T10:00/11:00"]);
    expect(received).toMatchObject([
      { method: "REPORT", headers: { depth: "1", authorization: AUTHORIZATION } },
    ]);
    expect(received[0]?.body).toContain('<c:time-range start="20310301T000000Z" end="20310501T000000Z"/>');
    expect(received[0]?.body).not.toMatch(/expand|free-busy/);
  });

  test("may have an event with a page as its description, also in a CDATA section", async () => {
    const page = calendarOf(
      eventOf('X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><HTML></HTML>'),
    );
    const data = `<c:calendar-data><![CDATA[${page}]]></c:calendar-data>`;
    const { url } = await startCalDav({ "/work/": multistatus(resource("/work/1.ics", data)) });
    expect(busyOf(await readCalendar(accountAt(`${url}/`), `${url}/work/`, OPTIONS))).toEqual([
      "03-04T10:00/11:00",
    ]);
  });

  test("is read although the text of its last event is cut off", async () => {
    const data = (text: string) => `<c:calendar-data>${text}</c:calendar-data>`;
    const cut = calendarOf(eventAt("DTSTART:20310305T100000Z", "DTEND:20310305T110000Z")).split(
      "END:VEVENT",
    )[0];
    const { url } = await startCalDav({
      "/work/": multistatus(
        resource("/work/1.ics", data(calendarOf(eventOf()))),
        resource("/work/2.ics", data(cut ?? "")),
      ),
    });
    const text = await readCalendar(accountAt(`${url}/`), `${url}/work/`, OPTIONS);
    expect(busyOf(text)).toEqual(["03-04T10:00/11:00", "03-05T10:00/11:00"]);
  });

  test("is too large if its server has left out events", async () => {
    const { url } = await startCalDav({
      "/work/": multistatus(
        resource("/work/1.ics", `<c:calendar-data>${calendarOf(eventOf())}</c:calendar-data>`),
        "<d:response><d:href>/work/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>",
      ),
    });
    await expect(readCalendar(accountAt(`${url}/`), `${url}/work/`, OPTIONS)).rejects.toMatchObject({
      code: "calendar_too_large",
    });
  });

  test("without events in the window has no busy times", async () => {
    const { url } = await startCalDav({ "/work/": multistatus() });
    expect(busyOf(await readCalendar(accountAt(`${url}/`), `${url}/work/`, OPTIONS))).toEqual([]);
  });
});

describe("an event", () => {
  /** Writes an event to a server that responds with these statuses; returns the requests. */
  async function put(...statuses: number[]): Promise<{ received: HttpRequest[]; failure: unknown }> {
    const { url, received } = await startHttpServer((_, response) =>
      response.writeHead(statuses.shift() ?? 500, { etag: '"7"' }).end("their text"),
    );
    const event = { calendarUrl: `${url}/work`, part: "abc/d", uid: "abc/d@example.com" };
    const failure = await putEvent(accountAt(`${url}/`), event, "BEGIN:VCALENDAR").catch(
      (error: unknown) => error,
    );
    return { received, failure };
  }

  test.each([200, 201, 204])("is new: status %i", async (status) => {
    const { received, failure } = await put(status);
    expect(failure).toBeUndefined();
    expect(received).toMatchObject([
      {
        method: "PUT",
        path: "/work/abc%2Fd.ics",
        headers: { "if-none-match": "*" },
        body: "BEGIN:VCALENDAR",
      },
    ]);
  });

  test("that exists is replaced by the version that was read", async () => {
    const { received, failure } = await put(412, 200, 204);
    expect(failure).toBeUndefined();
    expect(received.map(({ method, headers }) => [method, headers["if-match"]])).toEqual([
      ["PUT", undefined],
      ["GET", undefined],
      ["PUT", '"7"'],
    ]);
    expect(received[2]?.headers).not.toHaveProperty("if-none-match");
  });

  test.each([
    ["changes with the compression", '"7"', '"7-gzip"'],
    ["is weak", 'W/"7"', 'W/"7"'],
  ])("that exists is replaced on a server whose version %s", async (_, etag, compressed) => {
    const { url, received } = await startHttpServer(({ method, headers }, response) => {
      if (method === "GET")
        return response
          .writeHead(200, { etag: headers["accept-encoding"] === "gzip" ? compressed : etag })
          .end();
      const isExpected = [undefined, '"7"'].includes(headers["if-match"]) && !headers["if-none-match"];
      return response.writeHead(isExpected ? 204 : 412).end();
    });
    await putEvent(
      accountAt(`${url}/`),
      { calendarUrl: `${url}/work`, part: "a", uid: "a@example.com" },
      "BEGIN:VCALENDAR",
    );
    expect(received.map(({ method }) => method)).toEqual(["PUT", "GET", "PUT"]);
  });

  test.each([
    [[403, 404, 404], "read_only_calendar"],
    [[412, 200, 412], "calendar_unreachable"],
    [[412, 404, 404], "calendar_not_found"],
    [[409, 404, 404], "calendar_invalid"],
    [[207, 404, 404], "calendar_invalid"],
    [[507], "calendar_unreachable"],
    [[415], "calendar_invalid"],
  ])("that can't be written: statuses %j", async (statuses, code) => {
    expect((await put(...statuses)).failure).toMatchObject({ code });
  });

  test("is deleted, or gone already", async () => {
    for (const status of [200, 204, 404, 410]) {
      const { url, received } = await startHttpServer((_, response) => response.writeHead(status).end());
      await deleteEvent(accountAt(`${url}/`), {
        calendarUrl: `${url}/work/`,
        part: "a",
        uid: "a@example.com",
      });
      expect(received[0]).toMatchObject({ method: "DELETE", path: "/work/a.ics" });
    }
    const { url } = await startHttpServer((_, response) => response.writeHead(503).end());
    const failing = deleteEvent(accountAt(`${url}/`), {
      calendarUrl: `${url}/work/`,
      part: "a",
      uid: "a@example.com",
    });
    await expect(failing).rejects.toMatchObject({ code: "calendar_unreachable" });
  });
});
