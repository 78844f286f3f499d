import { describe, expect, it } from "vitest";
import { deleteEvent, putEvent } from "#lib/calendar/external/caldav-calendar.ts";
import { at, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connect, syncCalendar } from "#test/support/builders/calendars.ts";
import { create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { CREDENTIALS, RADICALE, startCalDavServer, XANDIKOS } from "#test/support/network/caldav-servers.ts";
import { calendarOf } from "./calendars.ts";

const { advance } = useLocalCalendars();

const ALL = ["09:00", "09:30", "10:00", "10:30"];
/** A series of each Tuesday at 10:30 in Berlin, that is moved to 11:00 on the day of the slots; and one that is excluded there. */
const SERIES = calendarOf(
  ...["PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:weekly@example.com", "DTSTAMP:20310101T000000Z"],
  ...["DTSTART;TZID=Europe/Berlin:20310225T103000", "DURATION:PT30M", "SUMMARY:Private"],
  ...["RRULE:FREQ=WEEKLY", "END:VEVENT"],
  ...["BEGIN:VEVENT", "UID:weekly@example.com", "DTSTAMP:20310101T000000Z", "SUMMARY:Private"],
  ...["RECURRENCE-ID;TZID=Europe/Berlin:20310304T103000", "DURATION:PT30M"],
  ...["DTSTART;TZID=Europe/Berlin:20310304T110000", "END:VEVENT"],
);

describe.each([
  ["Radicale", RADICALE],
  ["Xandikos", XANDIKOS],
])("a host with an account at %s", (_, program) => {
  async function makeConnected() {
    const { host, eventTypeId } = await makeHostWithEventType();
    const server = await startCalDavServer(program);
    const account = { ...CREDENTIALS, url: server.calendarUrl };
    const event = { calendarUrl: server.calendarUrl, part: "weekly", uid: "weekly@example.com" };
    await putEvent(account, event, SERIES);
    const { calendarId, connectionId } = await connect(host, {
      ...{ type: "caldav", url: server.url, ...CREDENTIALS },
    });
    return {
      ...{ host, eventTypeId, server, account, event, connectionId },
      openTimes: () => timesOf(host, { eventTypeId }),
      sync: () => {
        advance(30);
        return syncCalendar(host, calendarId);
      },
    };
  }

  it("has no slots over its events, which follow their changes", async () => {
    const { host, eventTypeId, account, event, openTimes, sync, connectionId } = await makeConnected();
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:30"].map(at));
    expect(await create(host, eventTypeId, { start: at("10:00") })).toMatchObject({
      status: 409,
      json: { rule: "busy" },
    });
    await putEvent(account, event, SERIES.replace("20310304T110000", "20310304T113000"));
    expect(await sync()).toMatchObject({ status: 200 });
    expect(await openTimes()).toEqual(["09:00", "09:30", "10:00"].map(at));
    await deleteEvent(account, event);
    expect(await sync()).toMatchObject({ status: 200 });
    expect(await openTimes()).toEqual(ALL.map(at));
    await putEvent(account, event, SERIES);
    await sync();
    const path = { id: String(connectionId) };
    expect(await callEndpoint("calendar-connections.delete", host, { path })).toMatchObject({ status: 200 });
    expect(await openTimes()).toEqual(ALL.map(at));
  });

  it("keeps its busy times while the server is stopped, and recovers", async () => {
    const { server, openTimes, sync } = await makeConnected();
    await server.stop();
    expect(await sync()).toMatchObject({
      status: 200,
      json: { calendar: { status: "failing", error: "calendar_unreachable" } },
    });
    expect(await openTimes()).toHaveLength(3);
    await server.start();
    expect(await sync()).toMatchObject({ status: 200, json: { calendar: { status: "ok", error: null } } });
  });
});

it("Radicale rejects a wrong password, when connecting and later", async () => {
  const { host } = await makeHostWithEventType();
  const { url } = await startCalDavServer(RADICALE);
  const body = { type: "caldav", url, username: CREDENTIALS.username, password: "wrong" };
  const rejected = { status: 400, json: { code: "calendar_credentials_rejected" } };
  expect(await callEndpoint("calendar-connections.create", host, { body })).toMatchObject(rejected);
  const { connectionId } = await connect(host, { ...body, ...CREDENTIALS });
  const path = { id: String(connectionId) };
  expect(
    await callEndpoint("calendar-connections.update", host, { path, body: { password: "wrong" } }),
  ).toMatchObject(rejected);
});
