import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/memberships/remove.ts";
import type { Team } from "#lib/teams/entity.ts";
import { type Ask, clientOf } from "#test/support/api-client.ts";
import { book, bookingRequest, makeEventType, makeSomebody, type Somebody } from "#test/support/builders.ts";
import { useCloud } from "#test/support/cloud.ts";
import { join, makeTeam } from "#test/support/teams.ts";

const cloud = useCloud();

const Listed = z.object({ bookings: z.array(z.object({ id: z.int(), userId: z.int() })) });
const START = Date.UTC(2031, 2, 3, 9);
const HOUR = 3_600_000;
let made = 0;
let organization: Team;
let host: Somebody;

/** Who calls, and whether they see and change the bookings of a member of an organisation. */
const CALLERS = {
  host: async () => host,
  "somebody else": () => makeSomebody(),
  "an invited admin": () => inOrganization({ role: "ADMIN", accepted: false }),
  "an accepted member": () => inOrganization({ role: "MEMBER" }),
  "an organisation admin": () => inOrganization({ role: "ADMIN" }),
  "an organisation owner": () => inOrganization({ role: "OWNER" }),
  "a system admin": () => makeSomebody("ADMIN"),
};
const SEE = ["host", "an organisation admin", "an organisation owner", "a system admin"];

async function inOrganization(place: Record<string, unknown>): Promise<Somebody> {
  const somebody = await makeSomebody();
  await join(organization, somebody.caller, place);
  return somebody;
}

const makeBooking = async (of: Somebody = host) =>
  book(of.caller, await makeEventType(of.caller), { start: new Date(START + ++made * HOUR).toISOString() });
const send = ({ key }: Somebody, ask: Omit<Ask, "key">) => clientOf(cloud().baseUrl)({ ...ask, key });
const idsFor = async (caller: Somebody, query = ""): Promise<number[]> =>
  Listed.parse((await send(caller, { method: "GET", path: `/bookings${query}` })).json).bookings.map(
    ({ id }) => id,
  );

beforeAll(async () => {
  organization = await makeTeam({ isOrganization: true });
  host = await makeSomebody();
  await join(organization, host.caller);
  await inOrganization({ role: "OWNER" });
});

describe.each(Object.entries(CALLERS))("%s", (name, makeCaller) => {
  const sees = SEE.includes(name);
  const [status, does] = sees ? [200, "does"] : [404, "does not"];

  it(`${does} read, change and cancel the booking of a member, exactly like one that is not there`, async () => {
    const caller = await makeCaller();
    const { id } = await makeBooking();
    const acts = [
      ["GET", `/bookings/%`],
      ["PATCH", `/bookings/%`, { title: "Changed" }],
      ["DELETE", `/bookings/%/cancel`],
      ["DELETE", `/bookings/%`],
    ] as const;
    for (const [method, path, body] of acts) {
      const answer = await send(caller, { method, path: path.replace("%", String(id)), body });
      expect([method, answer.status]).toEqual([method, status]);
      if (sees) continue;
      const missing = await send(caller, { method, path: path.replace("%", "999999999"), body });
      expect(comparable(answer)).toEqual(comparable(missing));
    }
  });

  it(`${does} list it, alone or among others, by page, cursor and userId`, async () => {
    const caller = await makeCaller();
    const [{ id }, own] = [await makeBooking(), await makeBooking(caller)];
    const mine = await idsFor(caller);
    expect([mine.includes(id), mine.includes(own.id)]).toEqual([sees, true]);
    for (const query of [
      "?take=100000",
      "?take=500&cursor=",
      "?status=ACCEPTED",
      "?sortBy=startTime&order=desc",
    ])
      expect((await idsFor(caller, query)).includes(id)).toBe(sees);
    expect((await idsFor(caller, `?userId=${host.caller.userId}`)).includes(id)).toBe(sees);
  });

  it(`${does} book the event type of a member`, async () => {
    const { id } = await makeEventType(host.caller);
    const body = bookingRequest(id, { start: new Date(START + ++made * HOUR).toISOString() });
    expect((await send(await makeCaller(), { method: "POST", path: "/bookings", body })).status).toBe(status);
  });
});

describe("an organisation admin", () => {
  it("lists the members there are, as they come and go, in one order", async () => {
    const [admin, member] = [await inOrganization({ role: "ADMIN" }), await inOrganization({})];
    const [first, second, third] = [
      await makeBooking(member),
      await makeBooking(),
      await makeBooking(member),
    ];
    const ids = [first.id, second.id, third.id];
    const shown = async () => (await idsFor(admin)).filter((id) => ids.includes(id));
    expect(await shown()).toEqual(ids.toSorted((a, b) => a - b));
    await removeMembership(OPERATOR, { teamId: organization.id, userId: member.caller.userId });
    expect(await shown()).toEqual([second.id]);
    await join(organization, member.caller, { accepted: false });
    expect(await shown()).toEqual([second.id]);
  });

  it("asks for members only: others are dropped, and no one left is nobody's bookings", async () => {
    const [admin, stranger] = [await inOrganization({ role: "ADMIN" }), await makeSomebody()];
    const [{ id }, foreign] = [await makeBooking(), await makeBooking(stranger)];
    const [member, other] = [host.caller.userId, stranger.caller.userId];
    const both = await idsFor(admin, `?userId=${member}&userId=${other}`);
    expect([both.includes(id), both.includes(foreign.id)]).toEqual([true, false]);
    expect(await idsFor(admin, `?userId=${other}`)).toEqual([]);
  });
});

/** An answer but for what differs between any two. */
function comparable({ status, headers, json }: { status: number; headers: object; json: object }) {
  const names = Object.keys(headers).toSorted();
  return { status, names, body: { ...json, requestId: "", instance: "" } };
}
