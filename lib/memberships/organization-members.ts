import { MembershipOfTeam, MembershipOfUser } from "./entity.ts";
import { queryAll, type Wanted, wanted } from "#lib/table/read.ts";
import { type Caller, organizationsOf } from "#lib/caller.ts";

/** A user's places in the organisations the caller administers, to read with others; none for most callers. */
export const placesUnder = (caller: Caller, userId: number): Wanted<typeof MembershipOfUser>[] =>
  organizationsOf(caller).map((teamId) => wanted(MembershipOfUser, { userId, teamId }));

/** The accepted members of the organisations the caller administers: one round trip. */
export async function organizationMembers(caller: Caller): Promise<number[]> {
  const lists = await Promise.all(
    organizationsOf(caller).map((teamId) => queryAll(MembershipOfTeam, { teamId })),
  );
  return [...new Set(lists.flat().flatMap(({ userId, accepted }) => (accepted ? [userId] : [])))];
}
