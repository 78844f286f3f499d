import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { MembershipOfUser } from "./entity.ts";

/** Lists the teams that the caller is a member of or invited to, by id; all for a system admin. */
export function listVisibleTeams(caller: Caller): ListSource<Team> {
  if (isSystemAdmin(caller)) return listOfKind(TeamItem, "team");
  const { userId } = caller;
  const memberships = listOfPartition(MembershipOfUser, { userId }, { render: ({ teamId }) => ({ teamId }) });
  return listByKeys(memberships, {
    find: (page) => findItems(page.map(({ teamId }) => itemRequest(TeamItem, { id: teamId }))),
    positionOf: ({ id }) => memberships.positionOf({ teamId: id }),
  });
}
