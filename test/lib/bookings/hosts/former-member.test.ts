import { beforeEach, describe, expect, it } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { book, makeHost } from "#test/support/builders/builders.ts";
import {
  at,
  expectConsistentCalendars,
  makeTeamEventType,
  makeTeamOfHosts,
  type TeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

useHostsTable();
let team: TeamOfHosts;
let booking: StoredBooking;
beforeEach(async () => {
  team = await makeTeamOfHosts(2);
  booking = await book(team.owner, await makeTeamEventType(team, "COLLECTIVE"), { start: at(9) });
});

const update = async (caller: Caller, body: object): Promise<number> =>
  (await callEndpoint("bookings.update", caller, { path: { id: String(booking.id) }, body })).status;

describe("the first host of a booking with several hosts", () => {
  it("moves it while a member of the team", async () => {
    const [first] = team.hosts;
    expect(await update(first, { start: at(11) })).toBe(200);
  });

  it("gets no more time of the other hosts after leaving the team, but can still end it", async () => {
    const [first] = team.hosts;
    await removeMembership(OPERATOR, { userId: first.userId, teamId: team.team.id });
    expect(await update(first, { start: at(11), ignoreAvailability: true })).toBe(403);
    expect(await update(first, { end: at(20) })).toBe(403);
    expect(await update(first, { title: "Other", description: "Other" })).toBe(200);
    expect(await update(first, { status: "CANCELLED" })).toBe(200);
    expect(await update(first, { status: "ACCEPTED" })).toBe(403);
    expect(await update(await makeHost("ADMIN"), { status: "ACCEPTED" })).toBe(200);
    await expectConsistentCalendars(team);
  });
});
