import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();

const Listed = z.object({ bookings: z.array(z.object({ id: z.int(), userId: z.int() })) });
const START = Date.UTC(2031, 2, 3, 9);
const HOUR = 3_600_000;
let made = 0;
let organization: Team;
let host: UserWithKey;

async function makeOrganizationMember(membership: Record<string, unknown>): Promise<UserWithKey> {
  const user = await makeUserWithKey();
  await addMember(organization, user.caller, membership);
  return user;
}

const makeBooking = async (of: UserWithKey = host) =>
  book(of.caller, await makeEventType(of.caller), { start: new Date(START + ++made * HOUR).toISOString() });
async function idsFor({ key }: UserWithKey, query = ""): Promise<number[]> {
  const { json } = await clientOf(cloud().baseUrl)({ method: "GET", path: `/bookings${query}`, key });
  return Listed.parse(json).bookings.map(({ id }) => id);
}

beforeAll(async () => {
  organization = await makeTeam({ isOrganization: true });
  host = await makeUserWithKey();
  await addMember(organization, host.caller);
  await makeOrganizationMember({ role: "OWNER" });
});

describe("an organization admin", () => {
  it("lists the bookings of current members, sorted", async () => {
    const [admin, member] = [
      await makeOrganizationMember({ role: "ADMIN" }),
      await makeOrganizationMember({}),
    ];
    const [first, second, third] = [
      await makeBooking(member),
      await makeBooking(),
      await makeBooking(member),
    ];
    const ids = [first.id, second.id, third.id];
    const shown = async (query = "") => (await idsFor(admin, query)).filter((id) => ids.includes(id));
    for (const query of ["", "?take=100000", "?take=500&cursor=", "?status=ACCEPTED"])
      expect(await shown(query)).toEqual(ids.toSorted((a, b) => a - b));
    await removeMembership(OPERATOR, { teamId: organization.id, userId: member.caller.userId });
    expect(await shown()).toEqual([second.id]);
    await addMember(organization, member.caller, { accepted: false });
    expect(await shown()).toEqual([second.id]);
  });

  it("can filter by members only: other user ids are ignored, and a filter without a member finds nothing", async () => {
    const [admin, stranger] = [await makeOrganizationMember({ role: "ADMIN" }), await makeUserWithKey()];
    const [{ id }, foreign] = [await makeBooking(), await makeBooking(stranger)];
    const [member, other] = [host.caller.userId, stranger.caller.userId];
    const both = await idsFor(admin, `?userId=${member}&userId=${other}`);
    expect([both.includes(id), both.includes(foreign.id)]).toEqual([true, false]);
    expect(await idsFor(admin, `?userId=${other}`)).toEqual([]);
  });
});
