import { describe, expect, it, vi } from "vitest";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import type { Caller } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { scanPages } from "#lib/storage/table/scan.ts";
import { transact } from "#lib/storage/table/write.ts";
import { at, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connect, connectPushed } from "#test/support/builders/calendars.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { calendarOf, eventAt } from "./calendars.ts";

useLocalCalendars();

/** Host name of the service, as the gateway's events have it. */
const API_HOST = "api.example.com";
/** A calendar with one event of half an hour on the day of the slots. */
const busyAt = (time: string, ...lines: string[]) =>
  calendarOf(...lines, eventAt(`DTSTART:20310304T${time.replace(":", "")}00Z`, "DURATION:PT30M"));
const attempt = (host: Parameters<typeof callEndpoint>[1], body: Record<string, unknown>) =>
  callEndpoint("calendar-connections.create", host, { body });
const feed = (url: string) => ({ type: "ics", url: `${url}/feed.ics` });
const account = (url: string, fields = {}) => ({
  ...{ type: "caldav", url: `${url}/`, username: "ann", password: "secret" },
  ...fields,
});

const getUser = async ({ userId }: Caller) => (await readCalendars(userId)).user;

describe("connecting a feed", () => {
  it("closes its busy times before the response, and names it by its own name", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const { url } = await startCalendarStub(
      busyAt("09:30", "X-WR-CALNAME:Shifts", "X-WR-TIMEZONE:Europe/Berlin"),
    );
    const { connection, calendars, message } = await connect(host, feed(url));
    expect(connection).toMatchObject({ type: "ics", account: "127.0.0.1", status: "ok", error: null });
    expect(calendars).toEqual([
      expect.objectContaining({
        ...{ name: "Shifts", timeZone: "Europe/Berlin", readOnly: true, countsAsBusy: true, status: "ok" },
        ...{ lastCheckedAt: "2031-03-01T12:00:00.000Z", lastChangedAt: "2031-03-01T12:00:00.000Z" },
      }),
    ]);
    expect(message).toBe("Calendars connected.");
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "10:00", "10:30"].map(at));
    expect(await create(host, eventTypeId, { start: at("09:30") })).toMatchObject({
      status: 409,
      json: { rule: "busy" },
    });
  });

  it("ignores the events of this service's own bookings", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const booking = (uid: string, time: string) =>
      eventAt(`DTSTART:20310304T${time}00Z`, "DURATION:PT30M").replace("1@example.com", uid);
    const text = calendarOf(
      booking(`${"a".repeat(22)}@${API_HOST}`, "0930"),
      booking(`${"a".repeat(22)}@other.example.com`, "1000"),
    );
    await connect(host, feed((await startCalendarStub(text)).url));
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "09:30", "10:30"].map(at));
  });

  it("ends with a rule that never occurs, and counts an event that can't be read", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const text = calendarOf(
      eventAt("DTSTART:20310304T093000Z", "DURATION:PT30M", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
      eventAt("DTSTART:20310304T100000Z", "DURATION:PT30M", "RRULE:FREQ=SECONDLY").replace("UID:1", "UID:2"),
    );
    const { calendars } = await connect(host, feed((await startCalendarStub(text)).url));
    expect(calendars[0]?.unreadableEvents).toBe(1);
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "10:30"].map(at));
  });

  it("serves the same feed to two users", async () => {
    const stub = await startCalendarStub(busyAt("09:30"));
    for (const { host, eventTypeId } of [await makeHostWithEventType(), await makeHostWithEventType()]) {
      await connect(host, feed(stub.url));
      expect(await timesOf(host, { eventTypeId })).toHaveLength(3);
    }
  });
});

describe("connecting an account", () => {
  it("lists its calendars, of which that of the URL counts as busy", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const stub = await startCalendarStub(busyAt("09:30"));
    stub.calendars = ["/ann/home/", "/ann/work/"];
    const { connection, calendars } = await connect(host, account(`${stub.url}/ann/work`));
    expect(connection.account).toBe("ann (127.0.0.1)");
    expect(calendars.map(({ name, externalId, countsAsBusy }) => [name, externalId, countsAsBusy])).toEqual([
      ["work", "/ann/work/", true],
      ["home", "/ann/home/", false],
    ]);
    expect(await timesOf(host, { eventTypeId })).toHaveLength(3);
    expect(stub.received.filter(({ method }) => method === "REPORT").map(({ path }) => path)).toEqual([
      "/ann/work/",
    ]);
  });

  it.each([
    ["email address", async (host: Caller) => (await getUser(host)).email],
    ["user name there", async () => "ann"],
    ["address there", async () => "mailto:ann@office.example.com"],
  ])("has no busy times of events that the host declined by their %s", async (_, addressOf) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const declined = `ATTENDEE;PARTSTAT=DECLINED:${await addressOf(host)}`;
    const text = calendarOf(eventAt("DTSTART:20310304T093000Z", "DURATION:PT30M", declined));
    await connect(host, account((await startCalendarStub(text)).url));
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
  });

  it.each([
    ["its own time zone", "Europe/Berlin"],
    ["the time zone of its host, without one of its own", undefined],
  ])("reads times without a zone in %s", async (_, timeZone) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const hostZone = timeZone === undefined ? "Europe/Berlin" : "Asia/Tokyo";
    const user = await getUser(host);
    await transact([replace(UserItem, user, { ...user, timeZone: hostZone })]);
    const stub = await startCalendarStub(calendarOf(eventAt("DTSTART:20310304T103000", "DURATION:PT30M")));
    stub.timeZone = timeZone;
    await connect(host, account(stub.url));
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "10:00", "10:30"].map(at));
  });

  it("connects the first 30 of more calendars, and says so", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub(busyAt("09:30"));
    stub.calendars = Array.from({ length: 32 }, (_, number) => `/ann/c${number}/`);
    const { calendars, message, connectionId } = await connect(host, account(`${stub.url}/ann/c31/`));
    expect(calendars).toHaveLength(30);
    expect(calendars[0]).toMatchObject({ externalId: "/ann/c31/", countsAsBusy: true });
    expect(message).toBe("The first 30 of 32 calendars connected.");
    expect(await attempt(host, { type: "pushed", name: "One more" })).toMatchObject({
      status: 409,
      json: { code: "limit_reached" },
    });
    const path = { id: String(connectionId) };
    expect(await callEndpoint("calendar-connections.delete", host, { path })).toMatchObject({ status: 200 });
  });
});

describe("a connection that fails", () => {
  const UNREADABLE = [
    ["calendar_credentials_rejected", { status: 401 }],
    ["calendar_credentials_rejected", { status: 403 }],
    ["calendar_not_found", { status: 404 }],
    ["calendar_unreachable", { status: 500 }],
    ["calendar_unreachable", { status: 302, location: "http://169.254.169.254/" }],
    ["calendar_unreachable", { status: 302, location: "http://10.0.0.1/" }],
    ["calendar_invalid", { text: "<html>their secret text</html>" }],
  ] as const;

  it.each(UNREADABLE)("with %s stores nothing: %o", async (code, state) => {
    const host = await makeHost();
    const stub = Object.assign(await startCalendarStub(busyAt("09:30")), state);
    const response = await attempt(host, feed(stub.url));
    expect(response).toMatchObject({ status: 400, json: { code, errors: [{ pointer: "#/url" }] } });
    expect(JSON.stringify(response.json)).not.toContain("their secret text");
    const stored = await readCalendars(host.userId);
    expect([...stored.connections, ...stored.calendars]).toEqual([]);
  });

  it("is larger than 10 MB, or has XML with a document type", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub("x".repeat(10_000_001));
    const fails = (code: string) => ({ status: 400, json: { code, errors: [{ pointer: "#/url" }] } });
    expect(await attempt(host, feed(stub.url))).toMatchObject(fails("calendar_too_large"));
    stub.text = busyAt("09:30");
    stub.documentType = '<!DOCTYPE a [<!ENTITY b "b">]>';
    expect(await attempt(host, account(stub.url))).toMatchObject(fails("calendar_invalid"));
  });

  it("with a wrong password, with no calendar, and without a server stores nothing", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub(busyAt("09:30"));
    const fails = (code: string, pointer = "#/url") => ({
      status: 400,
      json: { code, errors: [{ pointer }] },
    });
    expect(await attempt(host, account(stub.url, { password: "wrong" }))).toMatchObject(
      fails("calendar_credentials_rejected", "#/password"),
    );
    stub.calendars = [];
    expect(await attempt(host, account(stub.url))).toMatchObject(fails("calendar_not_found"));
    expect(await attempt(host, account("http://127.0.0.1:9"))).toMatchObject(fails("calendar_unreachable"));
    expect((await readCalendars(host.userId)).connections).toEqual([]);
  });

  it.each([
    "http://169.254.169.254/a.ics",
    "http://10.0.0.1/a.ics",
    "ftp://example.com/a.ics",
    "https://ann:x@example.com/",
  ])("rejects the address %s without a request", async (url) => {
    expect(await attempt(await makeHost(), { type: "ics", url })).toMatchObject({
      status: 400,
      json: { code: "invalid_request", errors: [{ pointer: "#/url" }] },
    });
  });

  it("rejects this machine and http without the local switch", async () => {
    vi.stubEnv("ALLOW_INSECURE_CALENDARS", "0");
    const { url, received } = await startCalendarStub(busyAt("09:30"));
    for (const address of [url, url.replace("http:", "https:")])
      expect(await attempt(await makeHost(), feed(address))).toMatchObject({
        status: 400,
        json: { errors: [{ pointer: "#/url" }] },
      });
    expect(received).toEqual([]);
  });

  it("has reached the limit of calendars that count as busy, or of connections", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub(busyAt("09:30"));
    for (let made = 0; made < 10; made += 1) await connectPushed(host, `Calendar ${made}`);
    expect(await attempt(host, feed(stub.url))).toMatchObject({
      status: 409,
      json: { code: "limit_reached" },
    });
    expect(stub.received).toEqual([]);
  });
});

it("stores and returns no password and no feed URL in the clear", async () => {
  const host = await makeHost();
  const stub = await startCalendarStub(busyAt("09:30"));
  const secret = "secret-of-ann";
  stub.password = secret;
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "once" };
  const body = account(stub.url, { password: secret });
  const first = await callEndpoint("calendar-connections.create", host, { body, headers });
  expect(first.status).toBe(200);
  const again = await callEndpoint("calendar-connections.create", host, { body, headers });
  expect(again.json).toEqual(first.json);
  const results = (await allItems()).filter(({ entity }) => entity === "kept-result");
  expect(results).toHaveLength(1);
  expect(results[0]?.["json"]).toContain('"sealedCredentials":null');
  const { connection } = await connect(host, feed(stub.url));
  const items = await allItems();
  const locators = items.filter(({ entity }) => /^calendar(-connection)?-locator$/.test(String(entity)));
  expect(locators.length).toBeGreaterThanOrEqual(4);
  for (const { pk: _, sk: __, entity: ___, ...locator } of locators)
    expect(Object.keys(locator).toSorted()).toEqual(["id", "userId"]);
  expect(items.length).toBeGreaterThan(0);
  for (const text of [JSON.stringify(items), JSON.stringify([first.json, connection])]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain("feed.ics");
  }
});

async function allItems(): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for await (const page of scanPages()) items.push(...page);
  return items;
}
