import { describe, expect, it } from "vitest";
import { getBooking } from "#lib/bookings/visibility.ts";
import { createEventType } from "#lib/calendar/event-types/create.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import type { Scope } from "#lib/scopes.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** The user as an application with these scopes calls for them. */
const token = (user: Caller, ...scopes: Scope[]): Caller => ({ ...user, scopes, credentialId: "grant-1" });
const START = "2031-03-03T09:00:00Z";
const lacksScope = { code: "insufficient_scope", message: expect.stringContaining("ADMIN") };

describe("an application with WRITE_MEMBERSHIP", () => {
  it("accepts no invitation, so the organization's admins read nothing; the user accepts, or a token with ADMIN", async () => {
    const organization = await makeTeam({ isOrganization: true });
    const admin = await getAuthorizedCaller(await makeMember(organization, "ADMIN"));
    for (const scopes of [[], ["ADMIN"]] as const) {
      const invited = await makeHost();
      const booking = await book(invited, await makeEventType(invited), { start: START });
      await addMember(organization, invited, { accepted: false });
      const key = { userId: invited.userId, teamId: organization.id };
      const accept = (caller: Caller) => updateMembership(caller, key, { accepted: true });
      await expect(accept(token(invited, "WRITE_MEMBERSHIP"))).rejects.toMatchObject(lacksScope);
      await expect(getBooking(admin, booking.id)).rejects.toMatchObject({ code: "not_found" });
      await accept(scopes.length > 0 ? token(invited, "WRITE_MEMBERSHIP", ...scopes) : invited);
      await expect(getBooking(admin, booking.id)).resolves.toBeDefined();
    }
  });

  it("makes nobody an admin or owner, neither by an invitation nor by a change", async () => {
    const team = await makeTeam();
    const [owner, member] = [await makeMember(team, "OWNER"), await makeMember(team, "MEMBER")];
    const application = token(owner, "WRITE_MEMBERSHIP");
    for (const role of ["ADMIN", "OWNER"] as const) {
      const invitation = { teamId: team.id, userId: (await makeHost()).userId, role };
      const invite = (caller: Caller) => addMembership(caller, MembershipCreate.parse(invitation));
      const key = { teamId: team.id, userId: member.userId };
      await expect(invite(application)).rejects.toMatchObject(lacksScope);
      await expect(updateMembership(application, key, { role })).rejects.toMatchObject(lacksScope);
      await invite(owner);
      await updateMembership(owner, key, { role });
    }
  });

  it("still invites members, takes rights back, and leaves a team", async () => {
    const team = await makeTeam();
    const [owner, admin] = [await makeMember(team, "OWNER"), await makeMember(team, "ADMIN")];
    const application = token(owner, "WRITE_MEMBERSHIP");
    const { userId } = await makeHost();
    await addMembership(application, MembershipCreate.parse({ teamId: team.id, userId }));
    const key = { teamId: team.id, userId: admin.userId };
    expect(await updateMembership(application, key, { role: "MEMBER" })).toMatchObject({ role: "MEMBER" });
    const own = token(admin, "WRITE_MEMBERSHIP");
    expect(await updateMembership(own, key, { accepted: false })).toMatchObject({ accepted: false });
    await expect(removeMembership(own, key)).resolves.toBeDefined();
  });
});

it("an application with WRITE_BOOKING adds no event type to a team, whose webhooks would receive its bookings, but takes one out", async () => {
  const team = await makeTeam();
  const host = await makeMember(team, "MEMBER");
  const application = token(host, "WRITE_BOOKING");
  const create = (caller: Caller, teamId: number | null) =>
    createEventType(caller, EventTypeCreate.parse({ title: `Lesson ${teamId}`, length: 30, teamId }));
  const { id } = await create(application, null);
  const change = (caller: Caller, teamId: number | null) => updateEventType(caller, { id }, { teamId });
  await expect(create(application, team.id)).rejects.toMatchObject(lacksScope);
  await expect(change(application, team.id)).rejects.toMatchObject(lacksScope);
  await change(host, team.id);
  expect(await change(application, null)).toMatchObject({ teamId: null });
});
