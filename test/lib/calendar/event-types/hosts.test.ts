import { beforeEach, describe, expect, it } from "vitest";
import { EventType } from "#lib/calendar/event-types/schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeTeamOfHosts, type TeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let made: TeamOfHosts;
beforeEach(async () => {
  made = await makeTeamOfHosts(3);
});

const create = (caller: Caller, fields: object) =>
  callEndpoint("event-types.create", caller, {
    body: { title: "Team", length: 30, teamId: made.team.id, schedulingType: "ROUND_ROBIN", ...fields },
  });
const update = (id: number, body: object, caller = made.owner) =>
  callEndpoint("event-types.update", caller, { path: { id: String(id) }, body });
const listOf = (hosts: readonly Caller[], more: object = {}) =>
  hosts.map(({ userId }) => ({ userId, ...more }));
async function createdId(fields: object = {}): Promise<number> {
  const { json } = await create(made.owner, { hosts: listOf(made.hosts), ...fields });
  return EventType.parse(json["event_type"]).id;
}

describe("the hosts of an event type of a team", () => {
  it("have defaults, and are returned in their order", async () => {
    const [first, second, third] = made.hosts;
    const hosts = [
      { userId: third?.userId, isFixed: true, priority: 5, weight: 50 },
      ...listOf([first, second]),
    ];
    const { status, json } = await create(made.owner, { hosts });
    const defaults = { isFixed: false, priority: 2, weight: 100 };
    const expected = {
      schedulingType: "ROUND_ROBIN",
      hosts: hosts.map((host) => ({ ...defaults, ...host })),
    };
    expect({ status, json }).toMatchObject({ status: 200, json: { event_type: expected } });
    const path = { id: String(EventType.parse(json["event_type"]).id) };
    expect((await callEndpoint("event-types.get", made.owner, { path })).json).toMatchObject({
      event_type: expected,
    });
  });

  it("can't be named in other teams, whether these exist or not", async () => {
    const stranger = await makeHost();
    const answerOf = async (teamId: number, fields: object) => {
      const { status, json } = await create(stranger, { ...fields, teamId });
      return { status, json: { ...json, requestId: "" } };
    };
    const one = { schedulingType: undefined };
    for (const fields of [
      { hosts: listOf([stranger, ...made.hosts]) },
      { ...one, destinationCalendarId: 4_000_000 },
      { ...one, scheduleId: 4_000_000 },
    ])
      expect(await answerOf(made.team.id, fields)).toEqual(await answerOf(4_000_000, fields));
  });

  it("are none of an event type with one host", async () => {
    const { json } = await create(made.owner, { schedulingType: undefined });
    expect(json["event_type"]).toMatchObject({ schedulingType: null, hosts: [] });
  });

  it("are replaced as a whole, and removed with the scheduling type", async () => {
    const id = await createdId();
    const one = listOf(made.hosts.slice(1, 2));
    expect((await update(id, { hosts: one })).json["event_type"]).toMatchObject({ hosts: one });
    expect((await update(id, { title: "Other" })).json["event_type"]).toMatchObject({ hosts: one });
    expect((await update(id, { schedulingType: null })).json["event_type"]).toMatchObject({ hosts: [] });
  });

  const rejects = (fields: () => object | Promise<object>, pointer: string) => async () => {
    const { status, json } = await create(made.owner, { hosts: listOf(made.hosts), ...(await fields()) });
    expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  };
  it(
    "must be in the team",
    rejects(async () => ({ hosts: listOf([made.owner, await makeHost()]) }), "#/hosts/1/userId"),
  );
  it(
    "must have accepted their invitation",
    rejects(async () => {
      const invited = await makeHost();
      await addMember(made.team, invited, { accepted: false });
      return { hosts: listOf([...made.hosts, invited]) };
    }, "#/hosts/3/userId"),
  );
  it(
    "are unique",
    rejects(() => ({ hosts: listOf([...made.hosts, made.hosts[0]]) }), "#/hosts/3/userId"),
  );
  it(
    "are at least one",
    rejects(() => ({ hosts: [] }), "#/hosts"),
  );
  it(
    "are required",
    rejects(() => ({ hosts: undefined }), "#/hosts"),
  );
  it(
    "are not all fixed with ROUND_ROBIN",
    rejects(() => ({ hosts: listOf(made.hosts, { isFixed: true }) }), "#/hosts"),
  );
  it.each([0, -100, 1.5])("have a positive weight: not %d", (weight) =>
    rejects(() => ({ hosts: listOf([made.owner], { weight }) }), "#/hosts/0/weight")(),
  );
  it(
    "have no other fields",
    rejects(() => ({ hosts: listOf([made.owner], { name: "x" }) }), "#/hosts/0/name"),
  );
  it(
    "need a team",
    rejects(() => ({ teamId: null }), "#/schedulingType"),
  );
  it(
    "need a scheduling type",
    rejects(() => ({ schedulingType: null }), "#/hosts"),
  );
  it(
    "can't have seats",
    rejects(() => ({ seatsPerTimeSlot: 2 }), "#/seatsPerTimeSlot"),
  );
  it(
    "can claim at most 30 hours together",
    rejects(() => ({ schedulingType: "COLLECTIVE", length: 9 * 60 + 2 }), "#/hosts"),
  );

  it("may be all fixed with COLLECTIVE, and claim 30 hours", async () => {
    const hosts = listOf(made.hosts, { isFixed: true });
    const { status } = await create(made.owner, { schedulingType: "COLLECTIVE", hosts, length: 8 * 60 + 2 });
    expect(status).toBe(200);
    expect((await create(made.owner, { length: 2160 - 60, title: "Long" })).status).toBe(400);
  });

  it("are checked when another field changes", async () => {
    const id = await createdId({ schedulingType: "COLLECTIVE" });
    const pointerOf = async (body: object) => (await update(id, body)).json["errors"];
    expect(await pointerOf({ length: 600 })).toMatchObject([{ pointer: "#/hosts" }]);
    expect(await pointerOf({ teamId: null })).toMatchObject([{ pointer: "#/schedulingType" }]);
    const team = await makeTeam();
    await addMember(team, made.owner, { role: "OWNER" });
    expect(await pointerOf({ teamId: team.id })).toMatchObject([{ pointer: "#/hosts/0/userId" }]);
  });

  it("include the owner only while an accepted member, also if an operator adds them", async () => {
    const id = await createdId();
    await addMember(made.team, await makeHost(), { role: "OWNER" });
    await removeMembership(OPERATOR, { teamId: made.team.id, userId: made.owner.userId });
    const answer = await update(id, { hosts: listOf([...made.hosts, made.owner]) }, OPERATOR);
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: "#/hosts/3/userId" }] } });
  });

  it("can be set by the team's admins; other members can only add themselves", async () => {
    const [member] = made.hosts;
    expect(await create(member, { hosts: listOf(made.hosts) })).toMatchObject({ status: 403 });
    const { status, json } = await create(member, { hosts: listOf([member]) });
    expect(status).toBe(200);
    const { id } = EventType.parse(json["event_type"]);
    expect((await update(id, { hosts: listOf(made.hosts) }, member)).status).toBe(403);
    expect((await update(id, { title: "Other" }, member)).status).toBe(200);
  });

  it("can't be set by an application", async () => {
    const app: Caller = { ...made.owner, scopes: ["READ_BOOKING", "WRITE_BOOKING"] };
    const id = await createdId({ hosts: listOf([made.owner]) });
    expect((await update(id, { hosts: listOf(made.hosts) }, app)).json["code"]).toBe("insufficient_scope");
  });
});
