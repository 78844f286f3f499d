import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { at, DAY, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { change, create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { linksIn, queryOf } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => setClock(() => Date.parse("2031-03-01T12:00:00Z")));

const WHOLE_DAY = { from: `${DAY}T00:00:00Z`, to: "2031-03-05T00:00:00Z" };
const busy = (from: string, to: string) => ({ start: at(from), end: at(to) });
const rejected = { status: 409, json: { code: "no_available_users_found_error", rule: "busy" } };

/** A host with a pushed calendar that is busy at some times of the day. */
async function makeBusyHost(times: ReturnType<typeof busy>[], eventType: Record<string, unknown> = {}) {
  const made = await makeHostWithEventType(eventType);
  const ids = await connectPushed(made.host);
  expect(await pushBusy(made.host, ids.calendarId, { ...WHOLE_DAY, busy: times })).toMatchObject({
    status: 200,
  });
  return { ...made, ...ids };
}

describe("busy times of a pushed calendar", () => {
  it("close the slots that they overlap, and reject their bookings with the next slots", async () => {
    const { host, eventTypeId } = await makeBusyHost([busy("09:15", "09:30"), busy("10:45", "11:10")]);
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:30", "10:00"].map(at));
    expect(await create(host, eventTypeId, { start: at("09:00") })).toMatchObject({
      ...rejected,
      json: { ...rejected.json, nextSlots: [at("09:30"), at("10:00"), expect.anything()] },
    });
    expect(await create(host, eventTypeId, { start: at("09:30") })).toMatchObject({ status: 200 });
  });

  it("open the slots again when they are replaced, when the calendar no longer counts, and when it is disconnected", async () => {
    const { host, eventTypeId, calendarId, connectionId } = await makeBusyHost([busy("09:00", "11:00")]);
    expect(await timesOf(host, { eventTypeId })).toEqual([]);
    await pushBusy(host, calendarId, { from: at("09:30"), to: at("10:30"), busy: [] });
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:30", "10:00"].map(at));
    const path = { id: String(calendarId) };
    await callEndpoint("calendars.update", host, { path, body: { countsAsBusy: false } });
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
    await callEndpoint("calendars.update", host, { path, body: { countsAsBusy: true } });
    expect(await timesOf(host, { eventTypeId })).toHaveLength(2);
    await callEndpoint("calendar-connections.delete", host, { path: { id: String(connectionId) } });
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
  });

  it("are the union of the user's calendars", async () => {
    const { host, eventTypeId, calendarId } = await makeBusyHost([busy("09:00", "10:00")]);
    const other = await connectPushed(host, "Other");
    await pushBusy(host, other.calendarId, { ...WHOLE_DAY, busy: [busy("09:30", "10:30")] });
    expect(await timesOf(host, { eventTypeId })).toEqual([at("10:30")]);
    await pushBusy(host, calendarId, { ...WHOLE_DAY, busy: [] });
    expect(await timesOf(host, { eventTypeId })).toEqual(["09:00", "10:30"].map(at));
  });

  it("count with the buffers of a new booking", async () => {
    const { host, eventTypeId } = await makeBusyHost([busy("09:30", "09:40")], { beforeEventBuffer: 10 });
    expect(await create(host, eventTypeId, { start: at("09:45") })).toMatchObject(rejected);
    expect(await create(host, eventTypeId, { start: at("09:50") })).toMatchObject({ status: 200 });
  });

  it("can be booked over by the host with ignoreAvailability, but not other bookings", async () => {
    const { host, eventTypeId } = await makeBusyHost([busy("09:00", "10:00")]);
    const fields = { start: at("09:00"), ignoreAvailability: true };
    expect(await create(host, eventTypeId, fields)).toMatchObject({ status: 200 });
    expect(await create(host, eventTypeId, { ...fields, start: at("09:15") })).toMatchObject(rejected);
  });

  it("change nothing for bookings and reservations that are there, which can be cancelled, moved away and deleted", async () => {
    const { host, eventTypeId, calendarId } = await makeBusyHost([]);
    const booked = await create(host, eventTypeId, { start: at("09:00") });
    const other = await create(host, eventTypeId, { start: at("09:30") });
    const reserved = await callEndpoint("reservations.create", host, {
      body: { eventTypeId, start: at("10:00") },
    });
    await pushBusy(host, calendarId, { ...WHOLE_DAY, busy: [busy("09:00", "11:00")] });
    const [id, otherId] = [booked, other].map(({ json }) => Object(json["booking"]).id);
    expect(await change(host, id, { title: "Same" })).toMatchObject({ status: 200 });
    expect(await change(host, id, { start: at("11:00"), end: at("11:30") })).toMatchObject({ status: 200 });
    expect(await change(host, otherId, { status: "CANCELLED" })).toMatchObject({ status: 200 });
    expect(await change(host, otherId, { status: "ACCEPTED" })).toMatchObject(rejected);
    expect(await change(host, id, { start: at("09:00"), end: at("09:30") })).toMatchObject(rejected);
    const { uid } = Object(reserved.json["reservation"]);
    expect(await callEndpoint("reservations.delete", host, { path: { uid } })).toMatchObject({ status: 200 });
    expect(
      await callEndpoint("reservations.create", host, { body: { eventTypeId, start: at("10:00") } }),
    ).toMatchObject(rejected);
  });

  it("let the booking of a reservation that was there before have its time", async () => {
    const { host, eventTypeId, calendarId } = await makeBusyHost([]);
    const { json } = await callEndpoint("reservations.create", host, {
      body: { eventTypeId, start: at("10:00") },
    });
    await pushBusy(host, calendarId, { ...WHOLE_DAY, busy: [busy("09:00", "11:00")] });
    const reservationUid = Object(json["reservation"]).uid;
    expect(await create(host, eventTypeId, { start: at("10:00"), reservationUid })).toMatchObject({
      status: 200,
    });
  });

  it("can't be a destination of bookings", async () => {
    const { host, calendarId } = await makeBusyHost([]);
    const call = { path: { id: String(calendarId) }, body: { isDestination: true } };
    expect(await callEndpoint("calendars.update", host, call)).toMatchObject({
      status: 400,
      json: { code: "read_only_calendar", errors: [{ pointer: "#/isDestination" }] },
    });
  });

  it("close later times than 400 days from today with the rule calendar", async () => {
    const { host, eventTypeId } = await makeBusyHost([]);
    const day = (days: number) =>
      new Date(Date.parse("2031-03-01T23:30:00Z") + days * 86_400_000).toISOString();
    expect(await create(host, eventTypeId, { start: day(399) })).toMatchObject({ status: 200 });
    expect(await create(host, eventTypeId, { start: day(400) })).toMatchObject({
      status: 409,
      json: { rule: "calendar" },
    });
  });

  it("overlap the range that they replace, which has at most 400 days", async () => {
    const { host, calendarId } = await makeBusyHost([]);
    const answerOf = async (range: Parameters<typeof pushBusy>[2]) => {
      const { status, json } = await pushBusy(host, calendarId, range);
      return status === 200 ? status : json["errors"];
    };
    const hour = { from: at("09:00"), to: at("10:00") };
    const outside = [expect.objectContaining({ pointer: "#/busy/0" })];
    expect(await answerOf({ ...hour, busy: [busy("08:00", "09:00")] })).toEqual(outside);
    expect(await answerOf({ ...hour, busy: [busy("10:00", "11:00")] })).toEqual(outside);
    expect(await answerOf({ ...hour, busy: [busy("08:00", "11:00")] })).toBe(200);
    const from = "2031-01-01T00:00:00Z";
    expect(await answerOf({ from, to: "2032-02-05T00:00:00Z", busy: [] })).toBe(200);
    expect(await answerOf({ from, to: "2032-02-05T00:01:00Z", busy: [] })).toMatchObject([
      { pointer: "#/to" },
    ]);
  });

  it("are listed without titles, by the user and a system admin, and by nobody else", async () => {
    const { host, calendarId } = await makeBusyHost([busy("09:00", "10:00"), busy("09:30", "10:30")]);
    const path = { id: String(calendarId) };
    const expected = { status: 200, json: { busy: [{ start: at("09:00"), end: at("10:30") }] } };
    expect(await callEndpoint("calendars.list-busy", host, { path })).toMatchObject(expected);
    expect(await callEndpoint("calendars.list-busy", OPERATOR, { path })).toMatchObject(expected);
    const stranger = await makeHost();
    expect(await callEndpoint("calendars.list-busy", stranger, { path })).toMatchObject({ status: 404 });
    expect(await pushBusy(stranger, calendarId, { ...WHOLE_DAY, busy: [] })).toMatchObject({ status: 404 });
  });

  it("are listed in pages, of which each starts after the one before", async () => {
    const times = ["09:00", "10:00", "11:00"].map((from) => busy(from, from.replace(":00", ":30")));
    const { host, calendarId } = await makeBusyHost(times);
    const path = { id: String(calendarId) };
    const list = (query: Query) => callEndpoint("calendars.list-busy", host, { path, query });
    const first = await list({ take: "2", cursor: "" });
    expect(first.json["busy"]).toMatchObject(times.slice(0, 2));
    const { next = "" } = linksIn(first.headers["Link"]);
    expect((await list(queryOf(next))).json["busy"]).toMatchObject(times.slice(2));
  });
});

describe("the lists of calendars and connections", () => {
  it.each(["calendars.list", "calendar-connections.list"])(
    "are filtered by userId for system admins; for others it is ignored: %s",
    async (id) => {
      const [owner, stranger] = [await makeHost(), await makeHost()];
      await connectPushed(owner);
      const list = async (caller: Caller, userId: number) => {
        const { status, json } = await callEndpoint(id, caller, { query: { userId: [String(userId)] } });
        return [status, Object.values(json).flat().length];
      };
      expect(await list(OPERATOR, owner.userId)).toEqual([200, 1]);
      expect(await list(owner, stranger.userId)).toEqual([200, 1]);
      expect(await list(stranger, owner.userId)).toEqual([200, 0]);
    },
  );
});
