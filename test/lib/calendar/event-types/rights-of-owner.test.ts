import { describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType } from "#test/support/builders/several-hosts.ts";
import { addMember } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import {
  asApplication,
  changeMembership,
  leaveTeam,
  passCacheTime,
  requestUpdate,
  statusesOfUse,
  statusOfDelete,
  statusOfGet,
  statusOfSubscribe,
  statusOfUpdate,
  useTeamEventType,
} from "./team-event-type-calls.ts";

const made = useTeamEventType();

const ALLOWED = [200, 200, 200];
const NOT_FOUND = [404, 404, 404];

/** The ids of the event types that a caller lists, whose number is also the total. */
async function listedIds(caller: Caller, query: Record<string, string> = {}): Promise<number[]> {
  const { json, headers } = await callEndpoint("event-types.list", caller, {
    query: { ...query, count: "true" },
  });
  const ids = Array.from(Object(json["event_types"])).map((each) => Number(Object(each).id));
  expect(headers["X-Total-Count"]).toBe(String(ids.length));
  return ids;
}

describe("the owner of an event type with several hosts", () => {
  it("has all rights while a member of the team, also with a token without ADMIN", async () => {
    const { owner, eventType, team } = made();
    for (const caller of [owner, asApplication(owner)]) {
      expect([await statusOfGet(caller, eventType), await statusOfUpdate(caller, eventType)]).toEqual([
        200, 200,
      ]);
      expect(await statusesOfUse(caller, eventType)).toEqual(ALLOWED);
      expect(await statusOfSubscribe(caller, eventType)).toBe(200);
      expect(await listedIds(caller)).toEqual([eventType.id]);
      expect(await listedIds(caller, { teamId: String(team.id) })).toEqual([eventType.id]);
    }
    expect(await statusOfDelete(owner, eventType)).toBe(200);
  });

  it("has none after leaving the team, in which the event type stays", async () => {
    const { owner, eventType, team, admin, hosts } = made();
    await statusesOfUse(owner, eventType);
    const webhook = await makeWebhook(owner);
    await leaveTeam(team, owner);
    expect([await statusOfGet(owner, eventType), await statusOfUpdate(owner, eventType)]).toEqual([404, 404]);
    expect(await statusOfDelete(owner, eventType)).toBe(404);
    expect(await statusesOfUse(owner, eventType)).toEqual(NOT_FOUND);
    expect([await listedIds(owner), await listedIds(owner, { teamId: String(team.id) })]).toEqual([[], []]);
    expect(await statusOfSubscribe(owner, eventType)).toBe(400);
    const change = { path: { id: webhook.id }, body: { eventTypeId: eventType.id } };
    expect((await callEndpoint("webhooks.update", owner, change)).status).toBe(400);
    for (const caller of [admin, ...hosts]) expect(await statusesOfUse(caller, eventType)).toEqual(ALLOWED);
  });

  it("has none while the invitation is pending, and has them again as a member", async () => {
    const { owner, eventType, team } = made();
    await leaveTeam(team, owner);
    await addMember(team, owner, { accepted: false });
    expect([await statusOfGet(owner, eventType), await listedIds(owner)]).toEqual([404, []]);
    expect(await statusesOfUse(owner, eventType)).toEqual(NOT_FOUND);
    await changeMembership(team, owner, { accepted: true });
    passCacheTime();
    expect([await statusOfGet(owner, eventType), await listedIds(owner)]).toEqual([200, [eventType.id]]);
    expect(await statusesOfUse(owner, eventType)).toEqual(ALLOWED);
  });

  it("books like anyone after leaving, if the event type is open to anyone", async () => {
    const { owner, eventType, team } = made();
    await requestUpdate(owner, eventType, { bookableBy: "anyone" });
    await leaveTeam(team, owner);
    for (const caller of [owner, await makeHost()])
      expect(await statusesOfUse(caller, eventType)).toEqual(ALLOWED);
    expect([await statusOfGet(owner, eventType), await statusOfUpdate(owner, eventType)]).toEqual([404, 404]);
  });

  it("can reserve as much as a stranger after leaving, if the event type is open to anyone", async () => {
    const { owner, eventType, team } = made();
    await requestUpdate(owner, eventType, { bookableBy: "anyone" });
    await leaveTeam(team, owner);
    const codes = [];
    for (const hour of [10, 11, 12, 13, 14, 15]) {
      const body = { eventTypeId: eventType.id, start: `2031-03-05T${hour}:00:00Z`, ttlMinutes: 60 };
      const { status, json } = await callEndpoint("reservations.create", owner, { body });
      codes.push(json["code"] ?? status);
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, "limit_reached"]);
  });

  it("keeps an event type with one host after leaving its team", async () => {
    const { owner, team } = made();
    const own = await makeEventType(owner, { teamId: team.id });
    await leaveTeam(team, owner);
    expect([await statusOfGet(owner, own), await statusOfUpdate(owner, own)]).toEqual([200, 200]);
    expect(await statusesOfUse(owner, own)).toEqual(ALLOWED);
    expect(await listedIds(owner)).toEqual([own.id]);
  });

  it("sets the hours of the hosts with a schedule only while a member of the team", async () => {
    const { owner, team, hosts, admin } = made();
    const availability = [{ days: [2], startTime: "09:00", endTime: "10:00" }];
    const { id: scheduleId } = await makeSchedule(owner, { timeZone: "UTC", availability });
    const { id } = await makeTeamEventType({ team, owner, hosts }, "ROUND_ROBIN", { scheduleId });
    const countSlots = async () => {
      const query = { eventTypeId: String(id), startTime: "2031-03-04", endTime: "2031-03-05" };
      const { json } = await callEndpoint("slots.list", admin, { query });
      return Array.from(Object(Object(json["slots"])["2031-03-04"])).length;
    };
    expect(await countSlots()).toBe(2);
    await leaveTeam(team, owner);
    // The hosts' own schedules are open at all hours.
    expect(await countSlots()).toBe(48);
  });
});

it("a host of an event type with several hosts may book it while a member of the team, also with a token without ADMIN", async () => {
  const { hosts, eventType, team } = made();
  const [host] = hosts;
  for (const caller of [host, asApplication(host)]) {
    expect(await statusesOfUse(caller, eventType)).toEqual(ALLOWED);
    expect([await statusOfGet(caller, eventType), await statusOfUpdate(caller, eventType)]).toEqual([
      404, 404,
    ]);
  }
  await leaveTeam(team, host);
  expect(await statusesOfUse(host, eventType)).toEqual(NOT_FOUND);
});

it("a member of the team may book its event types, with a token only with ADMIN", async () => {
  const { hosts, eventType, team, owner, admin } = made();
  const single = await makeEventType(owner, { teamId: team.id });
  for (const each of [eventType, single]) {
    expect(await statusesOfUse(admin, each)).toEqual(ALLOWED);
    expect(
      await statusesOfUse(
        { ...asApplication(admin), scopes: ["ADMIN", "READ_BOOKING", "WRITE_BOOKING"] },
        each,
      ),
    ).toEqual(ALLOWED);
    expect(await statusesOfUse(asApplication(admin), each)).toEqual(NOT_FOUND);
  }
  expect(await statusesOfUse(asApplication(hosts[0]), single)).toEqual(NOT_FOUND);
});
