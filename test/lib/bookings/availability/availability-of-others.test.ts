import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { MembershipUpdate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { Scope } from "#lib/scopes.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, RANGE, requestAvailability } from "./request-availability.ts";

useLocalTable();

describe("the availability of others", () => {
  let host: Caller;
  let team: Awaited<ReturnType<typeof makeTeam>>;
  beforeAll(async () => {
    team = await makeTeam();
    host = await makeMember(team, "MEMBER");
    await book(host, await makeEventType(host), { start: at("09:00") });
  });

  it("has titles for system admins, none for members of a common team, and does not exist for others", async () => {
    const busy = { start: at("09:00"), end: at("09:30") };
    const [colleague, admin, invited] = [
      await makeMember(team, "MEMBER"),
      await makeHost("ADMIN"),
      await makeHost(),
    ];
    await addMember(team, invited, { accepted: false });
    const query = { ...RANGE, userId: host.userId };
    expect((await requestAvailability(colleague, query)).json["busy"]).toEqual([busy]);
    expect((await requestAvailability(admin, query)).json["busy"]).toEqual([
      { ...busy, title: expect.any(String), source: expect.any(String) },
    ]);
    for (const caller of [invited, await makeHost()])
      expect((await requestAvailability(caller, query)).status).toBe(404);
  });

  it("does not disclose which usernames exist, also with an event type of the caller", async () => {
    const stranger = await makeHost();
    const { id: eventTypeId } = await makeEventType(stranger);
    const { username } = await createUser(
      OPERATOR,
      UserCreate.parse({ email: "named@example.com", name: "Named", username: "named" }),
    );
    const answers = [];
    for (const each of [String(username), "nobody"])
      answers.push((await requestAvailability(stranger, { ...RANGE, username: each, eventTypeId })).json);
    const [existing, missing] = answers;
    expect(existing).toEqual({ ...missing, requestId: expect.any(String) });
    expect(existing).toMatchObject({ code: "not_found", message: "User not found." });
  });

  it("is accessible to tokens with the scope ADMIN; others get only that of their user", async () => {
    const admin = await makeMember(team, "ADMIN");
    const sysAdmin = await makeHost("ADMIN");
    const statuses = async (caller: Caller) => {
      const ofTeam = { id: "teams.availability", path: { id: String(team.id) } };
      const answers = [
        await requestAvailability(caller, { ...RANGE, userId: host.userId }),
        await requestAvailability(caller, { ...RANGE, teamId: team.id }),
        await requestAvailability(caller, RANGE, ofTeam),
      ];
      return answers.map(({ status }) => status);
    };
    const limited = Scope.options.filter((scope) => scope !== "ADMIN");
    for (const caller of [admin, sysAdmin]) {
      expect(await statuses({ ...caller, scopes: Scope.options })).toEqual([200, 200, 200]);
      expect(await statuses({ ...caller, scopes: limited })).toEqual([404, 404, 404]);
    }
    const own = await requestAvailability({ ...host, scopes: limited }, { ...RANGE, userId: host.userId });
    expect(own.json["busy"]).toMatchObject([{ title: expect.any(String) }]);
  });

  it("is that of each member for the admins of a team", async () => {
    const admin = await makeMember(team, "ADMIN");
    for (const [query, from] of [
      [{ ...RANGE, teamId: team.id }, undefined],
      [RANGE, { id: "teams.availability", path: { id: String(team.id) } }],
    ] as const) {
      const { status, json } = await requestAvailability(admin, query, from);
      expect(status).toBe(200);
      const list = Array.from(Object.values(json)) as { userId: number; availability: { busy: unknown[] } }[];
      expect(list.find(({ userId }) => userId === host.userId)?.availability.busy).toEqual([
        { start: at("09:00"), end: at("09:30") },
      ]);
      expect(list.map(({ userId }) => userId)).toContain(admin.userId);
    }
    expect((await requestAvailability(host, { ...RANGE, teamId: team.id })).status).toBe(403);
  });

  it("has titles for those who can read the bookings, of a user and of the members of a team alike", async () => {
    const organization = await makeTeam({ isOrganization: true });
    const own = await makeMember(team, "ADMIN");
    const admin = { ...own, organizations: [organization.id] };
    await addMember(organization, own, { role: "ADMIN" });
    const hasTitle = async (): Promise<boolean[]> => {
      const { json } = await requestAvailability(admin, { ...RANGE, userId: host.userId });
      const list = Object.values((await requestAvailability(admin, { ...RANGE, teamId: team.id })).json);
      const member = list.map(Object).find(({ userId }) => userId === host.userId);
      return [json, member.availability].map(({ busy: [first] }) => "title" in first);
    };
    expect(await hasTitle()).toEqual([false, false]);
    await addMember(organization, host, { accepted: false });
    expect(await hasTitle()).toEqual([false, false]);
    await updateMembership(
      host,
      { userId: host.userId, teamId: organization.id },
      MembershipUpdate.parse({ accepted: true }),
    );
    expect(await hasTitle()).toEqual([true, true]);
  });
});

it("the availability of a large team is read 25 members at a time, and for a limited number of days", async () => {
  const team = await makeTeam();
  const admin = await makeMember(team, "OWNER");
  await Promise.all(Array.from({ length: 33 }, () => makeMember(team, "MEMBER")));
  const range = { dateFrom: "2031-03-01", dateTo: "2031-05-31", teamId: team.id };
  const { status, json } = await requestAvailability(admin, range);
  expect([status, Object.keys(json)]).toEqual([200, expect.objectContaining({ length: 34 })]);
  expect(await requestAvailability(admin, { ...range, dateTo: "2031-06-01" })).toMatchObject({
    status: 400,
    json: {
      errors: [{ pointer: "#/query/dateTo" }],
      message:
        '"dateTo" is too late: the team has 34 members and the range 92 days; members times days can be at most 3100.',
    },
  });
});
