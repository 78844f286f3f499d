import { describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { canReceive, listRights } from "#lib/delivery/subscriptions/rights.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { EventItem, EventMessage } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { at, MORNING, requestSlots } from "#test/lib/calendar/slots/slot-requests.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connect, syncCalendar } from "#test/support/builders/calendars.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useCalendarChecks } from "#test/support/cloud/calendar-queue.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { eventViolations } from "#test/support/network/declared-event.ts";
import { ACCOUNT, ALL, busyAt, makeConnected, NOTHING } from "./connected-calendar.ts";

const { clock, pass, runAllChecks, lines } = useCalendarChecks();

const HOUR = 60;

describe("a server that is stopped", () => {
  it("is asked again within a minute after 1, 6, 21 and 30 minutes, then every hour; its host gets one event, and one when it is back", async () => {
    const { stub, calendarId, events, getCalendar, openTimes } = await makeConnected(busyAt("09:30"));
    await pass(1, 1 / 6);
    stub.isStopped = true;
    await openTimes();
    await runAllChecks();
    const failing = { status: "failing", error: "calendar_unreachable" };
    expect(await getCalendar()).toMatchObject(failing);
    const minutes = await minutesOfChecks(95, calendarId);
    expect(minutes).toEqual([2, 7, 22, 31, 92]);
    expect(await openTimes()).toHaveLength(3);
    const disconnected = { trigger: "CALENDAR_DISCONNECTED", calendarId, ...failing, account: "127.0.0.1" };
    expect(await events()).toMatchObject([disconnected]);
    stub.isStopped = false;
    stub.text = NOTHING;
    await pass(60, 5);
    expect(await events()).toMatchObject([disconnected, { trigger: "CALENDAR_RECONNECTED", status: "ok" }]);
    expect(await getCalendar()).toMatchObject({ status: "ok", error: null });
    expect(await openTimes()).toEqual(ALL);
  });

  /** Minutes after the first failure of the checks in a number of minutes. */
  async function minutesOfChecks(count: number, id: number): Promise<number[]> {
    const checks = () =>
      lines().filter((line) => line["event"] === "calendar checked" && line["calendarId"] === id).length;
    const minutes: number[] = [];
    for (let minute = 1; minute <= count; minute += 1) {
      const before = checks();
      await pass(1);
      if (checks() > before) minutes.push(minute);
    }
    return minutes;
  }

  it("for less than 30 minutes is no event", async () => {
    const { stub, events, getCalendar } = await makeConnected(busyAt("09:30"));
    stub.status = 503;
    await pass(30, 5);
    expect(await getCalendar()).toMatchObject({ status: "failing" });
    stub.status = undefined;
    await pass(15);
    expect(await getCalendar()).toMatchObject({ status: "ok" });
    expect(await events()).toEqual([]);
  });

  it("closes no slots before six hours have passed since its last response", async () => {
    const { stub, openTimes } = await makeConnected(busyAt("09:30"));
    await pass(50, 5);
    stub.status = 503;
    await pass(5 * HOUR + 30, 30);
    expect(await openTimes()).toHaveLength(3);
  });

  it("is also read when slots are listed", async () => {
    const { stub, getCalendar, openTimes } = await makeConnected(busyAt("09:30"));
    stub.isStopped = true;
    await pass(40, 10);
    stub.isStopped = false;
    await openTimes();
    await runAllChecks();
    expect(await getCalendar()).toMatchObject({ status: "ok" });
  });
});

describe("a password that is wrong later", () => {
  const rejected = { status: "rejected", error: "calendar_credentials_rejected" };

  it("is one event at once, and the server gets no more requests", async () => {
    const { stub, events, getCalendar, reads, openTimes } = await makeConnected(busyAt("09:30"), ACCOUNT);
    stub.password = "changed";
    await pass(16, 4);
    expect(await getCalendar()).toMatchObject(rejected);
    expect(await events()).toMatchObject([
      { trigger: "CALENDAR_DISCONNECTED", ...rejected, type: "caldav", account: "ann (127.0.0.1)" },
    ]);
    const before = reads();
    await pass(2);
    await openTimes();
    await runAllChecks();
    await pass(HOUR, 10);
    expect(reads()).toBe(before);
    expect(await events()).toHaveLength(1);
  });

  it("closes all slots after six hours, until the password is changed", async () => {
    const { host, eventTypeId, stub, slots, events, openTimes, updateConnection } = await makeConnected(
      busyAt("09:30"),
      ACCOUNT,
    );
    await pass(16);
    stub.password = "changed";
    await pass(5 * HOUR + 30, 30);
    expect(await openTimes()).toHaveLength(3);
    expect(await slots()).not.toHaveProperty("warnings");
    await pass(HOUR, 10);
    expect(await slots()).toEqual({
      slots: {},
      warnings: [{ code: "calendar_unreachable", userId: host.userId }],
    });
    expect(await create(host, eventTypeId, { start: at("10:00") })).toMatchObject({
      status: 409,
      json: { code: "no_available_users_found_error", rule: "calendar" },
    });
    expect(await updateConnection({ password: "changed" })).toMatchObject({ status: 200 });
    clock.advance(6);
    expect(await openTimes()).toHaveLength(3);
    expect(await events()).toMatchObject([
      { trigger: "CALENDAR_DISCONNECTED" },
      { trigger: "CALENDAR_RECONNECTED", status: "ok" },
    ]);
    stub.text = NOTHING;
    await pass(15);
    expect(await openTimes()).toEqual(ALL);
  });

  it("and is corrected is one event for each calendar of the account", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub(NOTHING);
    stub.calendars = ["/ann/work/", "/ann/home/", "/ann/club/"];
    const { calendars, connectionId } = await connect(host, { ...ACCOUNT, url: `${stub.url}/` });
    const [, ...others] = calendars.map(({ id }) => id);
    const call = (endpoint: string, id: number, body: object) =>
      callEndpoint(endpoint, host, { path: { id: String(id) }, body });
    stub.password = "changed";
    for (const id of others) {
      await call("calendars.update", id, { countsAsBusy: true });
      clock.advance(31);
      await syncCalendar(host, id);
    }
    expect(await call("calendar-connections.update", connectionId, { password: "changed" })).toMatchObject({
      status: 200,
    });
    const events = await queryAll(EventItem, { userId: host.userId });
    const { CALENDAR_RECONNECTED = [] } = Object.groupBy(events, ({ trigger }) => trigger);
    const ids = CALENDAR_RECONNECTED.map(({ payload }) => JSON.parse(payload).calendarId);
    expect(ids.toSorted()).toEqual(others.toSorted());
  });

  it("and is corrected is no event for a calendar that is gone", async () => {
    const host = await makeHost();
    const stub = await startCalendarStub(NOTHING);
    stub.calendars = ["/ann/work/", "/ann/home/"];
    const { calendarId, connectionId } = await connect(host, { ...ACCOUNT, url: `${stub.url}/` });
    stub.password = "changed";
    await pass(16);
    stub.calendars = ["/ann/home/"];
    const path = { id: String(connectionId) };
    const body = { password: "changed" };
    expect(await callEndpoint("calendar-connections.update", host, { path, body })).toMatchObject({
      status: 200,
    });
    const { json } = await callEndpoint("calendars.get", host, { path: { id: String(calendarId) } });
    expect(json["calendar"]).toMatchObject({ status: "failing", error: "calendar_not_found" });
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events.map(({ trigger }) => trigger)).toEqual(["CALENDAR_DISCONNECTED"]);
  });

  it("and is corrected changes no calendar of another connection", async () => {
    const { host, updateConnection } = await makeConnected(NOTHING, ACCOUNT);
    const feed = await startCalendarStub(busyAt("09:30"));
    const { calendarId } = await connect(host, { type: "ics", url: `${feed.url}/feed.ics` });
    const path = { id: String(calendarId) };
    const getOther = async () => (await callEndpoint("calendars.get", host, { path })).json["calendar"];
    const before = await getOther();
    expect(await updateConnection({ password: "secret" })).toMatchObject({ status: 200 });
    expect(await getOther()).toEqual(before);
  });

  it("closes no slots of a calendar with `ignore`", async () => {
    const { stub, slots, update } = await makeConnected(busyAt("09:30"), ACCOUNT);
    await update({ whenUnreachable: "ignore" });
    stub.password = "changed";
    await pass(8 * HOUR, 30);
    const found = await slots();
    expect(Object.values(Object(found["slots"])).flat()).toHaveLength(3);
    expect(found).not.toHaveProperty("warnings");
  });

  it("is no warning for callers who can't read the bookings of the host", async () => {
    const { host, stub } = await makeConnected(busyAt("09:30"), ACCOUNT);
    const { json } = await callEndpoint("event-types.create", host, {
      body: { title: "Open", slug: "open", length: 30, bookableBy: "anyone" },
    });
    stub.password = "changed";
    await pass(8 * HOUR, 30);
    const query = { ...MORNING, eventTypeId: String(Object(json["event_type"]).id) };
    expect((await requestSlots(await makeHost(), query)).json).toEqual({ slots: {} });
  });
});

describe("a calendar that is always readable", () => {
  it("stays valid, with one write an hour to the item of its user", async () => {
    const { host, openTimes } = await makeConnected(busyAt("09:30"));
    const version = async () => (await findItem(UserItem, { id: host.userId }))?.version ?? 0;
    const before = await version();
    await pass(8 * HOUR, 15);
    expect((await version()) - before).toBeLessThanOrEqual(8);
    expect(await openTimes()).toHaveLength(3);
  });
});

it("a manual check of a calendar that was disconnected is an event, too", async () => {
  const { host, calendarId, stub, events } = await makeConnected(busyAt("09:30"), ACCOUNT);
  stub.password = "changed";
  clock.advance(31);
  await syncCalendar(host, calendarId);
  stub.password = "secret";
  clock.advance(31);
  await syncCalendar(host, calendarId);
  expect((await events()).map(({ trigger }) => trigger)).toEqual([
    "CALENDAR_DISCONNECTED",
    "CALENDAR_RECONNECTED",
  ]);
});

it("the events match the OpenAPI document, and are listed for callers who can read calendars", async () => {
  const { host, stub } = await makeConnected(busyAt("09:30"), ACCOUNT);
  stub.password = "changed";
  await pass(16, 4);
  clock.advance(60);
  const listEvents = async (caller: Caller) => {
    const { json } = await callEndpoint("events.list", caller);
    return Object(json["events"]);
  };
  const [event, ...others] = await listEvents(host);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ triggerEvent: "CALENDAR_DISCONNECTED", bookingId: null });
  const { triggerEvent, createdAt, payload } = event;
  expect(eventViolations(JSON.stringify({ triggerEvent, createdAt, payload }))).toEqual([]);
  expect(await listEvents({ ...host, scopes: ["READ_BOOKING"] })).toEqual([]);
});

it("a webhook gets the events, but an application only with the scope READ_CALENDAR", async () => {
  const { host, stub } = await makeConnected(busyAt("09:30"), ACCOUNT);
  const { id: webhookId } = await makeWebhook(host, { eventTriggers: ["CALENDAR_DISCONNECTED"] });
  stub.password = "changed";
  await pass(16, 4);
  const [event] = await queryAll(EventItem, { userId: host.userId });
  if (!event) throw new Error("There is no event.");
  await fanOutEvents([EventMessage.parse(event)]);
  expect(await queryAll(DeliveryItem, { webhookId })).toMatchObject([{ trigger: "CALENDAR_DISCONNECTED" }]);
  const [rights] = await listRights([{ holder: { userId: host.userId }, hostId: host.userId, teamId: null }]);
  if (!rights) throw new Error("There are no rights.");
  const audience = `U:${host.userId}` as const;
  expect(canReceive(audience, event, rights)).toBe(true);
  expect(canReceive(audience, event, { ...rights, hasCalendarScope: false })).toBe(false);
});
