import { expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const at = (time: string) => ({ start: `2030-03-04T${time}:00Z` });
const notFound = { code: "not_found", message: "Event type not found." };

let passed = 0;

/** Runs a call after all cached items have expired. */
async function afterCacheExpiry<T>(run: () => Promise<T>): Promise<T> {
  passed += 6_000;
  setClock(() => Date.now() + passed);
  return run().finally(() => setClock(Date.now));
}

async function makeTeamEventType(more: Record<string, unknown> = {}) {
  const team = await makeTeam();
  const host = await makeMember(team, "MEMBER");
  return { team, host, eventType: await makeEventType(host, { teamId: team.id, ...more }) };
}

it("a team's event type is bookable by accepted members of the team only", async () => {
  const { team, host, eventType } = await makeTeamEventType();
  const [member, invited, stranger] = [await makeMember(team, "MEMBER"), await makeHost(), await makeHost()];
  await addMember(team, invited, { accepted: false });
  expect(await book(member, eventType, at("09:00"))).toMatchObject({ userId: host.userId });
  for (const caller of [invited, stranger])
    await expect(book(caller, eventType, at("10:00"))).rejects.toMatchObject(notFound);
});

it("the team can no longer book an event type of a host who left it; the host still can", async () => {
  const { team, host, eventType } = await makeTeamEventType();
  const member = await makeMember(team, "MEMBER");
  await book(member, eventType, at("09:00"));
  await removeMembership(OPERATOR, { userId: host.userId, teamId: team.id });
  await expect(book(member, eventType, at("10:00"))).rejects.toMatchObject(notFound);
  expect(await book(host, eventType, at("10:00"))).toMatchObject({ userId: host.userId });
});

it("an event type that anyone may book stays so after its host left the team", async () => {
  const { team, host, eventType } = await makeTeamEventType({ bookableBy: "anyone" });
  await removeMembership(OPERATOR, { userId: host.userId, teamId: team.id });
  expect(await book(await makeHost(), eventType, at("09:00"))).toMatchObject({ userId: host.userId });
});

it("an event type of a locked host is not found by any caller, even if it was cached before the lock", async () => {
  const { admin, member, booking } = await makeOrganizationBooking();
  const eventType = await makeEventType(member.caller, { bookableBy: "anyone" });
  const systemAdmin = await makeHost("ADMIN");
  await book(await makeHost(), eventType, at("09:00"));
  await lockUser(OPERATOR, booking.userId, true);
  for (const caller of [await makeHost(), admin.caller, systemAdmin, OPERATOR])
    await expect(afterCacheExpiry(() => book(caller, eventType, at("10:00")))).rejects.toMatchObject(
      notFound,
    );
  await lockUser(OPERATOR, booking.userId, false);
  await afterCacheExpiry(() => book(systemAdmin, eventType, at("10:00")));
});

it("a team member books another's event type in two round trips when it is cached, three later, four when it was never read", async () => {
  const { team, host, eventType } = await makeTeamEventType();
  const member = await makeMember(team, "MEMBER");
  await book(member, eventType, at("08:00"));
  const tripsOf = async (time: string, booked = eventType) => {
    resetRoundTrips();
    await book(member, booked, at(time));
    return roundTrips().trips;
  };
  expect(await tripsOf("09:00")).toBe(2);
  expect(await afterCacheExpiry(() => tripsOf("10:00"))).toBe(3);
  const other = await makeEventType(host, { teamId: team.id });
  expect(await tripsOf("11:00", other)).toBe(4);
});
