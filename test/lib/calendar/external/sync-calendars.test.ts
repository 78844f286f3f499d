import { describe, expect, it, vi } from "vitest";
import { UserItem } from "#lib/identity/users/entity.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { tableClient } from "#lib/storage/table/client.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { at, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, connectPushed, syncCalendar } from "#test/support/builders/calendars.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { type CalendarStub, startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { calendarOf, eventAt } from "./calendars.ts";

const { advance } = useLocalCalendars();
const START = Date.parse("2031-03-01T12:00:00Z");
const wait = (minutes: number) => advance(minutes * 60);

const busyAt = (time: string, ...lines: string[]) =>
  calendarOf(eventAt(`DTSTART:20310304T${time.replace(":", "")}00Z`, "DURATION:PT30M", ...lines));
const NOTHING = calendarOf();
const ALL = ["09:00", "09:30", "10:00", "10:30"];
const FEED = { type: "ics" };
const ACCOUNT = { type: "caldav", username: "ann", password: "secret" };

/** A host with a connected calendar, of which the stub is the server. */
async function makeConnected(text: string, type: typeof FEED | typeof ACCOUNT = FEED) {
  const { host, eventTypeId } = await makeHostWithEventType();
  const stub = await startCalendarStub(text);
  const { calendarId, connectionId } = await connect(host, {
    ...type,
    url: `${stub.url}${type === FEED ? "/feed.ics" : "/"}`,
  });
  stub.received.length = 0;
  const openTimes = () => timesOf(host, { eventTypeId });
  const update = (body: object) =>
    callEndpoint("calendars.update", host, { path: { id: String(calendarId) }, body });
  const updateConnection = (body: object) =>
    callEndpoint("calendar-connections.update", host, { path: { id: String(connectionId) }, body });
  const getConnection = async () =>
    (await callEndpoint("calendar-connections.get", host, { path: { id: String(connectionId) } })).json;
  return {
    ...{ host, stub, calendarId, openTimes, update, updateConnection, getConnection },
    sync: () => syncCalendar(host, calendarId),
  };
}

const UNREACHABLE = { status: 400, json: { code: "calendar_unreachable" } };
const calendar = (fields: object) => ({ status: 200, json: { calendar: fields } });

describe.each([
  ["a feed", FEED],
  ["an account", ACCOUNT],
])("checking the calendar of %s", (_, type) => {
  it("follows its changes before the response, and reads nothing that has not changed", async () => {
    const { stub, sync, openTimes } = await makeConnected(busyAt("09:30"), type);
    wait(1);
    expect(await sync()).toMatchObject(
      calendar({
        ...{ status: "ok", lastCheckedAt: "2031-03-01T12:01:00.000Z" },
        lastChangedAt: "2031-03-01T12:00:00.000Z",
      }),
    );
    expect(stub.received).toHaveLength(1);
    stub.text = NOTHING;
    wait(1);
    expect(await sync()).toMatchObject(calendar({ lastChangedAt: "2031-03-01T12:02:00.000Z" }));
    expect(await openTimes()).toEqual(ALL.map(at));
  });

  it("reads everything again on the next day, because the window moves", async () => {
    const { stub, sync } = await makeConnected(busyAt("09:30"), type);
    wait(24 * 60);
    await sync();
    expect(stub.received.at(-1)?.headers["if-none-match"]).toBeUndefined();
    expect(stub.received).toHaveLength(type === FEED ? 1 : 2);
  });

  it("keeps the last busy times while it fails, and recovers", async () => {
    const { stub, sync, openTimes, getConnection } = await makeConnected(busyAt("09:30"), type);
    stub.status = 503;
    wait(1);
    const failing = { status: "failing", error: "calendar_unreachable" };
    expect(await sync()).toMatchObject(calendar(failing));
    expect(await getConnection()).toMatchObject({ calendar_connection: failing });
    expect(await openTimes()).toHaveLength(3);
    stub.status = 401;
    wait(1);
    expect(await sync()).toMatchObject(
      calendar({ status: "rejected", error: "calendar_credentials_rejected" }),
    );
    stub.status = undefined;
    wait(1);
    expect(await sync()).toMatchObject(calendar({ status: "ok", error: null }));
  });
});

describe("checking a calendar", () => {
  it("is possible once in 30 seconds, connecting included, also for concurrent requests", async () => {
    const { stub, sync } = await makeConnected(busyAt("09:30"));
    const tooEarly = { status: 429, json: { code: "too_many_requests" }, headers: { "Retry-After": "30" } };
    expect(await sync()).toMatchObject(tooEarly);
    wait(0.5);
    const statuses = (await Promise.all([sync(), sync(), sync()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 429, 429]);
    expect(stub.received).toHaveLength(1);
  });

  it("is not possible for pushed calendars, and not for others' calendars", async () => {
    const { host, calendarId } = await makeConnected(NOTHING);
    const pushed = await connectPushed(host);
    expect(await syncCalendar(host, pushed.calendarId)).toMatchObject({ status: 400 });
    const { host: other } = await makeHostWithEventType();
    expect(await syncCalendar(other, calendarId)).toMatchObject({ status: 404 });
  });

  it("has an exact end of validity once it fails: six hours after the last success", async () => {
    const { host, stub, sync } = await makeConnected(busyAt("09:30"));
    const validUntil = async () =>
      ((await findItem(UserItem, { id: host.userId }))?.calendarsValidUntil ?? 0) * MINUTE;
    const SIX_HOURS = 360 * MINUTE;
    wait(30);
    await sync();
    expect(await validUntil()).toBe(START + SIX_HOURS);
    stub.status = 503;
    wait(1);
    await sync();
    expect(await validUntil()).toBe(START + 30 * MINUTE + SIX_HOURS);
  });
});

describe("reading a calendar whose server does not respond", () => {
  it.each<[string, (made: Awaited<ReturnType<typeof makeConnected>>) => Promise<unknown>, object]>([
    ["checking it", ({ sync }) => sync(), calendar({ status: "failing" })],
    ["changing it", ({ update }) => update({ tentative: "free" }), calendar({ status: "failing" })],
    [
      "changing its connection",
      ({ stub, updateConnection }) => updateConnection({ url: `${stub.url}/feed.ics` }),
      UNREACHABLE,
    ],
    [
      "connecting it again",
      ({ host, stub }) =>
        callEndpoint("calendar-connections.create", host, { body: { ...FEED, url: `${stub.url}/feed.ics` } }),
      UNREACHABLE,
    ],
  ])(
    "ends 20 seconds after the call began, not after its calls of the table: %s",
    // A deadline that begins with the reading would be in 20 seconds.
    { timeout: 10_000 },
    async (_, call, expected) => {
      const made = await makeConnected(busyAt("09:30"));
      made.stub.fault = () => "no response";
      wait(1);
      letCallsOfTheTableTake(20_000);
      expect(await call(made)).toMatchObject(expected);
    },
  );
});

/** Moves the clock of deadlines with each call of the table. */
function letCallsOfTheTableTake(milliseconds: number): void {
  const read = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, "now").mockImplementation(() => read() + later);
  tableClient().middlewareStack.add(
    (next) => (args) => {
      later += milliseconds;
      return next(args);
    },
    { step: "initialize" },
  );
}

describe("a change of the settings", () => {
  it("reads the calendar again", async () => {
    const { openTimes, update } = await makeConnected(busyAt("09:30", "STATUS:TENTATIVE"));
    expect(await openTimes()).toHaveLength(3);
    expect(await update({ tentative: "free" })).toMatchObject(calendar({ tentative: "free" }));
    expect(await openTimes()).toHaveLength(4);
    await update({ tentative: "busy" });
    expect(await openTimes()).toHaveLength(3);
  });

  it("keeps the busy times if the calendar can't be read, and reads all later", async () => {
    const { stub, sync, openTimes, update } = await makeConnected(busyAt("09:30", "STATUS:TENTATIVE"));
    stub.status = 503;
    expect(await update({ tentative: "free" })).toMatchObject(
      calendar({ tentative: "free", status: "failing" }),
    );
    expect(await openTimes()).toHaveLength(3);
    stub.status = undefined;
    wait(1);
    await sync();
    expect(await openTimes()).toHaveLength(4);
  });

  it("reads a calendar that counts as busy again, and none that no longer does", async () => {
    const { stub, openTimes, update } = await makeConnected(busyAt("09:30"), ACCOUNT);
    await update({ countsAsBusy: false });
    expect(stub.received).toEqual([]);
    expect(await openTimes()).toHaveLength(4);
    stub.text = busyAt("10:00");
    await update({ countsAsBusy: true });
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:30"].map(at));
  });
});

/** Makes a change that waits for the response of a server. In the meantime the calendar is checked without it. */
async function checkDuring(
  change: () => Promise<unknown>,
  { stub, sync }: { stub: CalendarStub; sync: () => Promise<unknown> },
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  stub.isReady = promise;
  const changing = change();
  await vi.waitFor(() => expect(stub.received).toHaveLength(1));
  stub.isReady = undefined;
  wait(1);
  expect(await sync()).toMatchObject(calendar({ lastCheckedAt: "2031-03-01T12:01:00.000Z" }));
  resolve();
  expect(await changing).toMatchObject({ status: 200 });
}

describe("a change that meets a check with what was before", () => {
  it("of the settings has the busy times of the new ones", async () => {
    const { stub, sync, openTimes, update } = await makeConnected(busyAt("09:30", "STATUS:TENTATIVE"));
    await checkDuring(() => update({ tentative: "free" }), { stub, sync });
    expect(await openTimes()).toEqual(ALL.map(at));
  });

  it("of the URL has the busy times of the new one", async () => {
    const { sync, openTimes, updateConnection } = await makeConnected(busyAt("09:30"));
    const stub = await startCalendarStub(busyAt("10:00"));
    await checkDuring(() => updateConnection({ url: `${stub.url}/feed.ics` }), { stub, sync });
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:30"].map(at));
  });
});

describe("a change of a connection", () => {
  it("with a wrong password changes nothing", async () => {
    const { stub, sync, updateConnection, getConnection } = await makeConnected(busyAt("09:30"), ACCOUNT);
    const before = await getConnection();
    expect(await updateConnection({ password: "wrong" })).toMatchObject({
      status: 400,
      json: { code: "calendar_credentials_rejected", errors: [{ pointer: "#/password" }] },
    });
    expect(await getConnection()).toEqual(before);
    wait(1);
    expect(await sync()).toMatchObject(calendar({ status: "ok" }));
    expect(stub.received.length).toBeGreaterThan(0);
  });

  it("with the new password of an account reads its calendars at once", async () => {
    const { stub, sync, openTimes, updateConnection } = await makeConnected(busyAt("09:30"), ACCOUNT);
    stub.password = "changed";
    wait(1);
    expect(await sync()).toMatchObject(calendar({ status: "rejected" }));
    stub.text = NOTHING;
    expect(await updateConnection({ password: "changed" })).toMatchObject({
      status: 200,
      json: { calendar_connection: { status: "ok", error: null, account: "ann (127.0.0.1)" } },
    });
    expect(await openTimes()).toEqual(ALL.map(at));
  });

  it("reads the zones of an account's calendars again, and which have become writable", async () => {
    const floating = calendarOf(eventAt("DTSTART:20310304T110000", "DURATION:PT30M"));
    const { host, eventTypeId } = await makeHostWithEventType();
    const stub = await startCalendarStub(floating);
    stub.isReadOnly = true;
    const { calendarId, connectionId } = await connect(host, { ...ACCOUNT, url: `${stub.url}/` });
    const openTimes = () => timesOf(host, { eventTypeId });
    const request = (endpoint: string, id: number, body: object) =>
      callEndpoint(endpoint, host, { path: { id: String(id) }, body });
    const changeConnection = () =>
      request("calendar-connections.update", connectionId, { password: "secret" });
    const makeDestination = () => request("calendars.update", calendarId, { isDestination: true });
    expect(await openTimes()).toEqual(ALL.filter((time) => time !== "10:00").map(at));
    expect(await makeDestination()).toMatchObject({ status: 400, json: { code: "read_only_calendar" } });
    Object.assign(stub, { isReadOnly: false, timeZone: "Europe/Helsinki" });
    await changeConnection();
    expect(await openTimes()).toEqual(ALL.filter((time) => time !== "09:00").map(at));
    const writable = calendar({ timeZone: "Europe/Helsinki", readOnly: false });
    expect(await makeDestination()).toMatchObject(writable);
    // One that can only be read since is found out by the next booking, whose failure the calendar has.
    Object.assign(stub, { isReadOnly: true, timeZone: undefined });
    await changeConnection();
    expect(await makeDestination()).toMatchObject(writable);
  });

  it("with another URL of a feed reads that", async () => {
    const { openTimes, updateConnection } = await makeConnected(busyAt("09:30"));
    const { url } = await startCalendarStub(busyAt("10:00"));
    expect(await updateConnection({ url: `${url}/feed.ics` })).toMatchObject({ status: 200 });
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:30"].map(at));
    expect(await updateConnection({ password: "secret" })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: "#/password" }] },
    });
  });

  it("with the URL of an account without the calendars changes nothing", async () => {
    const { updateConnection, getConnection } = await makeConnected(busyAt("09:30"), ACCOUNT);
    const before = await getConnection();
    const other = await startCalendarStub(NOTHING);
    other.calendars = ["/ann/private/"];
    expect(await updateConnection({ url: `${other.url}/`, password: "secret" })).toMatchObject({
      status: 400,
      json: { code: "calendar_not_found", errors: [{ pointer: "#/url" }] },
    });
    expect(await getConnection()).toEqual(before);
  });
});
