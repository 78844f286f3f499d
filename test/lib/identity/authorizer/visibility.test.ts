import { describe, expect, it } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { Caller, OPERATOR } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { MembershipUpdate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { book, makeEventType, makeHost, makeKey } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00Z";
const makeOrganization = () => makeTeam({ isOrganization: true });

async function makeHostWithBooking(): Promise<{ host: Caller; booking: StoredBooking }> {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host), { start: START }) };
}

/** Creates an organization with a booking of a member, and its admin as the authorizer returns them. */
async function makeOrganizationWithBooking(place: Record<string, unknown> = {}) {
  const { organization, admin, member, booking } = await makeOrganizationBooking(place);
  return { organization, host: member.caller, booking, admin: await getAuthorizedCaller(admin.caller) };
}

const canAccess = async (caller: Caller, { id }: StoredBooking): Promise<boolean> =>
  getBooking(caller, id).then(
    () => true,
    () => false,
  );
const changeMembership = (team: Team, { userId }: Caller, changes: MembershipUpdate) =>
  updateMembership(OPERATOR, { teamId: team.id, userId }, MembershipUpdate.parse(changes));

describe("access to a booking", () => {
  it("is denied to an admin until the host accepts the invitation", async () => {
    const { organization, host, booking, admin } = await makeOrganizationWithBooking({ accepted: false });
    expect(await canAccess(admin, booking)).toBe(false);
    await changeMembership(organization, host, { accepted: true });
    expect(await canAccess(admin, booking)).toBe(true);
  });

  it("is denied to owners of other teams of the host, and of other organizations", async () => {
    const { host, booking } = await makeHostWithBooking();
    const team = await makeTeam();
    await addMember(team, host);
    expect(await canAccess(await getAuthorizedCaller(await makeMember(team, "OWNER")), booking)).toBe(false);
    const other = await makeMember(await makeOrganization(), "OWNER");
    expect(await canAccess(await getAuthorizedCaller(other), booking)).toBe(false);
  });

  it("is denied to an admin immediately after the host has left", async () => {
    const { organization, host, booking, admin } = await makeOrganizationWithBooking();
    expect(await canAccess(admin, booking)).toBe(true);
    await removeMembership(OPERATOR, { teamId: organization.id, userId: host.userId });
    expect(await canAccess(admin, booking)).toBe(false);
  });

  it("takes one database call for its host, two for an admin", async () => {
    const { host, booking, admin } = await makeOrganizationWithBooking();
    const own = await book(admin, await makeEventType(admin), { start: START });
    const countCalls = async (caller: Caller, { id }: StoredBooking): Promise<number> => {
      resetRoundTrips();
      await getBooking(caller, id);
      return roundTrips().calls;
    };
    expect(await countCalls(host, booking)).toBe(1);
    expect(await countCalls(admin, own)).toBe(1);
    expect(await countCalls(admin, booking)).toBe(2);
    expect(await countCalls(await makeHost("ADMIN"), booking)).toBe(2);
  });
});

describe("the organizations of a key's user", () => {
  const organizationsBy = async (key: string) => {
    const event = authorizerEvent({ headers: { "X-Api-Key": [key] } });
    const { context } = await authorize(event);
    return Caller.parse(JSON.parse(String(context?.["caller"]))).organizations;
  };

  it("change immediately with the membership, for all keys of the user", async () => {
    const user = await makeHost();
    const { key } = await makeKey(user);
    const [one, two] = [await makeOrganization(), await makeOrganization()];
    await makeMember(one, "OWNER");
    expect(await organizationsBy(key)).toBeUndefined();
    await addMember(one, user, { role: "ADMIN" });
    expect(await organizationsBy(key)).toEqual([one.id]);
    await addMember(two, user, { role: "OWNER" });
    expect(await organizationsBy(key)).toEqual([one.id, two.id]);
    expect(await organizationsBy((await makeKey(user)).key)).toEqual([one.id, two.id]);
    await changeMembership(one, user, { role: "MEMBER" });
    expect(await organizationsBy(key)).toEqual([two.id]);
    await changeMembership(one, user, { role: "OWNER" });
    await changeMembership(one, user, { accepted: false });
    expect(await organizationsBy(key)).toEqual([two.id]);
    await changeMembership(one, user, { accepted: true });
    await removeMembership(OPERATOR, { teamId: one.id, userId: user.userId });
    expect(await organizationsBy(key)).toEqual([two.id]);
  });

  it("are complete if a user becomes admin of several concurrently", async () => {
    const user = await makeHost();
    const { key } = await makeKey(user);
    const organizations = await Promise.all(Array.from({ length: 4 }, makeOrganization));
    await Promise.all(organizations.map((organization) => addMember(organization, user, { role: "ADMIN" })));
    const ids = await organizationsBy(key);
    expect(ids?.toSorted((a, b) => a - b)).toEqual(
      organizations.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  });
});
