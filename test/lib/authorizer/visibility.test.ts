import { describe, expect, it } from "vitest";
import { authorize } from "#lib/authorizer/authorize.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { Caller, OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/memberships/remove.ts";
import { MembershipUpdate } from "#lib/memberships/schema.ts";
import { updateMembership } from "#lib/memberships/update.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import type { Team } from "#lib/teams/schema.ts";
import { book, makeEventType, makeHost, makeKey } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2031-03-03T09:00:00Z";
const makeOrganization = () => makeTeam({ isOrganization: true });

async function hostWithBooking(): Promise<{ host: Caller; booking: StoredBooking }> {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host), { start: START }) };
}

/** An organization with a member who has a booking, and its owner as the authorizer knows them. */
async function organizationWithBooking(place: Record<string, unknown> = {}) {
  const { organization, admin, member, booking } = await makeOrganizationBooking(place);
  return { organization, host: member.caller, booking, admin: await getAuthorizedCaller(admin.caller) };
}

const sees = async (caller: Caller, { id }: StoredBooking): Promise<boolean> =>
  getBooking(caller, id).then(
    () => true,
    () => false,
  );
const change = (team: Team, { userId }: Caller, changes: MembershipUpdate) =>
  updateMembership(OPERATOR, { teamId: team.id, userId }, MembershipUpdate.parse(changes));

describe("a booking is seen", () => {
  it("by no admin while its host is only invited", async () => {
    const { organization, host, booking, admin } = await organizationWithBooking({ accepted: false });
    expect(await sees(admin, booking)).toBe(false);
    await change(organization, host, { accepted: true });
    expect(await sees(admin, booking)).toBe(true);
  });

  it("by no admin of a team that is no organization, nor of another organization", async () => {
    const { host, booking } = await hostWithBooking();
    const team = await makeTeam();
    await addMember(team, host);
    expect(await sees(await getAuthorizedCaller(await makeMember(team, "OWNER")), booking)).toBe(false);
    const other = await makeMember(await makeOrganization(), "OWNER");
    expect(await sees(await getAuthorizedCaller(other), booking)).toBe(false);
  });

  it("no longer once the host has left, at once", async () => {
    const { organization, host, booking, admin } = await organizationWithBooking();
    expect(await sees(admin, booking)).toBe(true);
    await removeMembership(OPERATOR, { teamId: organization.id, userId: host.userId });
    expect(await sees(admin, booking)).toBe(false);
  });

  it("with one round trip by its host, two by an admin", async () => {
    const { host, booking, admin } = await organizationWithBooking();
    const own = await book(admin, await makeEventType(admin), { start: START });
    const tripsOf = async (caller: Caller, { id }: StoredBooking): Promise<number> => {
      resetRoundTrips();
      await getBooking(caller, id);
      return roundTrips().calls;
    };
    expect(await tripsOf(host, booking)).toBe(1);
    expect(await tripsOf(admin, own)).toBe(1);
    expect(await tripsOf(admin, booking)).toBe(2);
    expect(await tripsOf(await makeHost("ADMIN"), booking)).toBe(2);
  });
});

describe("what a key says of its user's organizations", () => {
  const organizationsBy = async (key: string) => {
    const event = authorizerEvent({ headers: { "X-Api-Key": [key] } });
    const { context } = await authorize(event);
    return Caller.parse(JSON.parse(String(context?.["caller"]))).organizations;
  };

  it("follows every change of the membership at once, in all keys, made before or after", async () => {
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
    await change(one, user, { role: "MEMBER" });
    expect(await organizationsBy(key)).toEqual([two.id]);
    await change(one, user, { role: "OWNER" });
    await change(one, user, { accepted: false });
    expect(await organizationsBy(key)).toEqual([two.id]);
    await change(one, user, { accepted: true });
    await removeMembership(OPERATOR, { teamId: one.id, userId: user.userId });
    expect(await organizationsBy(key)).toEqual([two.id]);
  });

  it("loses nothing when a user becomes admin of several at the same time", async () => {
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
