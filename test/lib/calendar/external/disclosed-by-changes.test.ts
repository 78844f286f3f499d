import { describe, expect, it } from "vitest";
import type { Scope } from "#lib/scopes.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { connectDestination, updateCalendar } from "#test/support/builders/calendar-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { ACCOUNT, makeConnected, NOTHING } from "./connected-calendar.ts";

useLocalCalendars();

describe("the stored password of an account", () => {
  it("is not sent to another server, only a new one is", async () => {
    const { stub, updateConnection } = await makeConnected(NOTHING, ACCOUNT);
    const other = await startCalendarStub(NOTHING);
    for (const change of [{}, { username: "ann" }])
      expect(await updateConnection({ url: `${other.url}/`, ...change })).toMatchObject({
        status: 400,
        json: { code: "invalid_request", errors: [{ pointer: "#/password" }] },
      });
    expect(other.received).toEqual([]);
    expect(await updateConnection({ url: `${stub.url}/ann/` })).toMatchObject({ status: 200 });
    other.password = "of the other server";
    const { url, password } = other;
    expect(await updateConnection({ url: `${url}/`, password })).toMatchObject({ status: 200 });
  });
});

describe("an application that chooses where bookings are written", () => {
  const tokenOf = (userId: number, ...scopes: Scope[]) => ({
    ...{ userId, role: "USER" as const, credentialId: "grant-1", grant: { id: "gr_1", clientId: "app" } },
    scopes,
  });
  const insufficient = { status: 403, json: { code: "insufficient_scope" } };

  it("needs the scope ADMIN to make a calendar the destination, and none to end it", async () => {
    const host = await makeHost();
    const { calendarIds } = await connectDestination(host, ["/ann/work/", "/ann/other/"]);
    const [first = 0, second = 0] = calendarIds;
    const application = tokenOf(host.userId, "READ_BOOKING", "WRITE_BOOKING", "WRITE_CALENDAR");
    expect(await updateCalendar(application, second, { isDestination: true })).toMatchObject(insufficient);
    // Sent back unchanged.
    expect(await updateCalendar(application, first, { isDestination: true })).toMatchObject({ status: 200 });
    expect(await updateCalendar(application, first, { isDestination: false })).toMatchObject({ status: 200 });
    const admin = tokenOf(host.userId, "WRITE_CALENDAR", "ADMIN");
    expect(await updateCalendar(admin, second, { isDestination: true })).toMatchObject({ status: 200 });
  });

  it("needs it to name the calendar of an event type, too", async () => {
    const host = await makeHost();
    const { calendarId: destinationCalendarId } = await connectDestination(host);
    const { id } = await makeEventType(host);
    const application = tokenOf(host.userId, "WRITE_BOOKING", "WRITE_CALENDAR");
    const create = { body: { title: "Call", length: 30, destinationCalendarId } };
    const update = { path: { id: String(id) }, body: { destinationCalendarId } };
    expect(await callEndpoint("event-types.create", application, create)).toMatchObject(insufficient);
    expect(await callEndpoint("event-types.update", application, update)).toMatchObject(insufficient);
    expect(await callEndpoint("event-types.update", host, update)).toMatchObject({ status: 200 });
    expect(await callEndpoint("event-types.update", application, update)).toMatchObject({ status: 200 });
  });

  it("needs it to change the URL or the user name of an account", async () => {
    const host = await makeHost();
    const { stub, connectionId } = await connectDestination(host);
    const application = tokenOf(host.userId, "WRITE_CALENDAR");
    const change = (body: object) =>
      callEndpoint("calendar-connections.update", application, { path: { id: String(connectionId) }, body });
    const { url, password } = await startCalendarStub(NOTHING);
    expect(await change({ url: `${url}/`, username: "ann", password })).toMatchObject(insufficient);
    expect(await change({ username: "mallory", password })).toMatchObject(insufficient);
    stub.password = "changed";
    expect(await change({ password: "changed" })).toMatchObject({ status: 200 });
  });
});
