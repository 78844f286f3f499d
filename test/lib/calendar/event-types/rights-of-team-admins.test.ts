import { describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { Scope } from "#lib/scopes.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { makeTeamEventType } from "#test/support/builders/several-hosts.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { copies } from "./event-type-calls.ts";
import {
  asApplication,
  changeMembership,
  leaveTeam,
  requestUpdate,
  statusesOfUse,
  statusOfDelete,
  statusOfGet,
  statusOfSubscribe,
  statusOfUpdate,
  useTeamEventType,
} from "./team-event-type-calls.ts";

const made = useTeamEventType();

describe("an admin or owner of the team", () => {
  it("can get, change and delete an event type with several hosts; other members and tokens can't", async () => {
    const { admin: teamOwner, hosts, eventType, team } = made();
    const admin = await makeMember(team, "ADMIN");
    for (const caller of [admin, teamOwner, { ...admin, scopes: Scope.options }, await makeHost("ADMIN")])
      expect([await statusOfGet(caller, eventType), await statusOfUpdate(caller, eventType)]).toEqual([
        200, 200,
      ]);
    for (const caller of [
      hosts[0],
      await makeMember(team, "MEMBER"),
      await makeHost(),
      asApplication(admin),
    ]) {
      expect([await statusOfGet(caller, eventType), await statusOfUpdate(caller, eventType)]).toEqual([
        404, 404,
      ]);
      expect(await statusOfDelete(caller, eventType)).toBe(404);
    }
    expect(await statusOfDelete(admin, eventType)).toBe(200);
  });

  it("can't after becoming a member, leaving, or while the invitation is pending", async () => {
    const { team, eventType } = made();
    const [demoted, former, invited] = [
      await makeMember(team, "ADMIN"),
      await makeMember(team, "ADMIN"),
      await makeHost(),
    ];
    await changeMembership(team, demoted, { role: "MEMBER" });
    await leaveTeam(team, former);
    await addMember(team, invited, { role: "ADMIN", accepted: false });
    for (const caller of [demoted, former, invited]) {
      expect([await statusOfGet(caller, eventType), await statusOfUpdate(caller, eventType)]).toEqual([
        404, 404,
      ]);
      expect(await statusOfDelete(caller, eventType)).toBe(404);
    }
  });

  it("can't get an event type of the team with one host", async () => {
    const { team, owner, admin } = made();
    const single = await makeEventType(owner, { teamId: team.id });
    expect([await statusOfGet(admin, single), await statusOfUpdate(admin, single)]).toEqual([404, 404]);
  });

  it("changes both copies, with the owner's id, slugs and schedules", async () => {
    const { admin, owner, eventType } = made();
    const ofOwner = await makeSchedule(owner);
    const own = { slug: "of-the-team", scheduleId: ofOwner.id };
    expect((await requestUpdate(owner, eventType, own)).status).toBe(200);
    const changes = { title: "Ours", hosts: [{ userId: admin.userId }] };
    expect((await requestUpdate(admin, eventType, { ...own, ...changes })).json["event_type"]).toMatchObject(
      changes,
    );
    const [item, ofUser] = await copies(eventType);
    expect(item).toMatchObject({ ...own, ...changes, userId: owner.userId });
    expect(ofUser).toEqual(item);
    expect(await statusOfDelete(admin, eventType)).toBe(200);
    expect(await copies(eventType)).toEqual([undefined, undefined]);
    expect((await makeEventType(owner, { slug: "of-the-team" })).slug).toBe("of-the-team");
    const { status } = await callEndpoint("schedules.delete", owner, { path: { id: String(ofOwner.id) } });
    expect(status).toBe(200);
  });

  it("learns nothing of its owner's other slugs and schedules, and can remove the schedule", async () => {
    const { admin, owner, eventType } = made();
    const [used, other] = [await makeSchedule(owner), await makeSchedule(owner)];
    await makeEventType(owner, { slug: "private", hidden: true });
    expect((await requestUpdate(owner, eventType, { scheduleId: used.id })).status).toBe(200);
    for (const changes of [
      { slug: "private" },
      { slug: "free" },
      { scheduleId: other.id },
      { scheduleId: 999_999 },
    ])
      expect((await requestUpdate(admin, eventType, changes)).json["code"]).toBe("forbidden");
    expect((await requestUpdate(admin, eventType, { scheduleId: null })).status).toBe(200);
    expect((await requestUpdate(owner, eventType, { slug: "free" })).status).toBe(200);
  });

  it("changes the version that If-Match names, and the audit trail names the admin", async () => {
    const { admin, owner, eventType } = made();
    const path = { id: String(eventType.id) };
    const headers = {
      "If-Match": String((await callEndpoint("event-types.get", admin, { path })).headers["ETag"]),
    };
    await statusOfUpdate(owner, eventType);
    expect((await callEndpoint("event-types.delete", admin, { path, headers })).status).toBe(412);
    await statusOfDelete(admin, eventType);
    const entries = await readList(listAuditTrail(OPERATOR, { resource: "event-type", resourceId: path.id }));
    expect(entries.map(({ userId }) => userId)).toContain(admin.userId);
  });

  it("can end it after its owner has left", async () => {
    const { admin, owner, eventType, team } = made();
    await requestUpdate(owner, eventType, { bookableBy: "anyone" });
    await leaveTeam(team, owner);
    expect((await requestUpdate(admin, eventType, { bookableBy: "owner" })).status).toBe(200);
    expect(await statusOfDelete(admin, eventType)).toBe(200);
  });

  it("can't give away the time of its owner: only the owner changes its team or removes its hosts", async () => {
    const { admin, owner, eventType, team } = made();
    const other = await makeTeam();
    for (const member of [admin, owner]) await addMember(other, member, { role: "ADMIN" });
    const hosts = [{ userId: admin.userId }];
    for (const changes of [
      { schedulingType: null },
      { schedulingType: null, teamId: null },
      { teamId: other.id, hosts },
    ])
      expect((await requestUpdate(admin, eventType, changes)).json["code"]).toBe("forbidden");
    await leaveTeam(team, owner);
    expect((await requestUpdate(admin, eventType, { schedulingType: null })).json["code"]).toBe("forbidden");
    await addMember(team, owner);
    expect((await requestUpdate(admin, eventType, { schedulingType: "COLLECTIVE" })).status).toBe(200);
    expect((await requestUpdate(owner, eventType, { schedulingType: null, teamId: null })).status).toBe(200);
    expect([await statusOfGet(owner, eventType), await statusOfGet(admin, eventType)]).toEqual([200, 404]);
  });

  it("can't create a webhook of it, which would be the owner's", async () => {
    const { admin, eventType } = made();
    expect(await statusOfSubscribe(admin, eventType)).toBe(400);
  });
});

it("an admin of an organization may book an event type whose hosts are all members of it, with any owner", async () => {
  const organization = await makeTeam({ isOrganization: true });
  const { hosts, owner, eventType, team } = made();
  const admin: Caller = await getAuthorizedCaller(await makeMember(organization, "ADMIN"));
  await addMember(organization, owner);
  expect(await statusesOfUse(admin, eventType)).toEqual([404, 404, 404]);
  await addMember(organization, hosts[0]);
  expect(await statusesOfUse(admin, eventType)).toEqual([404, 404, 404]);
  await addMember(organization, hosts[1]);
  expect(await statusesOfUse(admin, eventType)).toEqual([200, 200, 200]);
  const foreign = await makeTeamEventType({ team, owner: made().admin, hosts }, "COLLECTIVE");
  expect(await statusesOfUse(admin, foreign)).toEqual([200, 200, 200]);
  expect(await statusOfGet(admin, foreign)).toBe(404);
  const single = await makeEventType(owner);
  expect(await statusesOfUse(admin, single)).toEqual([200, 200, 200]);
});
