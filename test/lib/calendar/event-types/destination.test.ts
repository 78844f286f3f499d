import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeCalendarHost } from "#test/support/builders/calendar-hosts.ts";
import { connectPushed } from "#test/support/builders/calendars.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { addMember } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
});

const create = (host: Caller, destinationCalendarId: number | null) =>
  callEndpoint("event-types.create", host, { body: { title: "Call", length: 30, destinationCalendarId } });
const update = (host: Caller, id: number, destinationCalendarId: number | null) =>
  callEndpoint("event-types.update", host, {
    ...{ path: { id: String(id) }, body: { destinationCalendarId } },
  });
const eventType = (destinationCalendarId: number | null) => ({
  status: 200,
  json: { event_type: { destinationCalendarId } },
});
const rejected = { status: 400, json: { errors: [{ pointer: "#/destinationCalendarId" }] } };

describe("the calendar of an event type", () => {
  it("is null, or one of the host's", async () => {
    const { host, calendarId } = await makeCalendarHost();
    expect(
      await callEndpoint("event-types.create", host, { body: { title: "Talk", length: 30 } }),
    ).toMatchObject(eventType(null));
    const created = await create(host, calendarId);
    expect(created).toMatchObject(eventType(calendarId));
    const id = Number(Object(created.json["event_type"]).id);
    expect(await update(host, id, null)).toMatchObject(eventType(null));
    expect(await update(host, id, calendarId)).toMatchObject(eventType(calendarId));
  });

  it("can't be another user's, or one that doesn't exist", async () => {
    const [{ calendarId }, host] = [await makeCalendarHost(), await makeHost()];
    const { id } = await makeEventType(host);
    for (const each of [calendarId, 4_000_000]) {
      expect(await create(host, each)).toMatchObject(rejected);
      expect(await update(host, id, each)).toMatchObject(rejected);
    }
  });

  it("can't be read-only", async () => {
    const host = await makeHost();
    const { calendarId } = await connectPushed(host);
    const { id } = await makeEventType(host);
    const pointer = "#/destinationCalendarId";
    const readOnly = { status: 400, json: { code: "read_only_calendar", errors: [{ pointer }] } };
    expect(await create(host, calendarId)).toMatchObject(readOnly);
    expect(await update(host, id, calendarId)).toMatchObject(readOnly);
  });

  it("is named by the owner, and can only be removed by admins of the team", async () => {
    const team = await makeTeamOfHosts(2);
    const { id } = await makeTeamEventType(team, "COLLECTIVE");
    const admin = await makeHost();
    await addMember(team.team, admin, { role: "ADMIN" });
    expect(await update(admin, id, 1)).toMatchObject({ status: 403 });
    expect(await update(admin, id, null)).toMatchObject({ status: 200 });
  });
});
