import type { Caller } from "#lib/caller.ts";
import { MembershipOfTeam } from "#lib/identity/memberships/entity.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import { countElements, type ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { EventTypeItem } from "./entity.ts";
import { getTeamFilter } from "./visibility.ts";

type EventType = Stored<typeof EventTypeItem>;

/**
 * Lists the event types of a team by id, for its accepted members and system admins: those whose owner is an accepted member, and those
 * with several hosts. Only their owner and the team's admins get hidden ones. Reading and counting take two round trips per 1 MB.
 *
 * @throws {Failure} `not_found`
 */
export async function listEventTypesOfTeam(caller: Caller, teamId: number): Promise<ListSource<EventType>> {
  const isVisible = await getTeamFilter(caller, teamId);
  const all = listOfPartition(EventTypeItem, { teamId }, { index: "GSI2", render: (eventType) => eventType });
  const list = listByKeys(all, {
    find: async (page) => {
      const visible = page.filter(isVisible);
      const hosts = await findItems(
        visible.map(({ userId }) => itemRequest(MembershipOfTeam, { teamId, userId })),
      );
      return visible.filter(({ schedulingType }, at) => schedulingType !== null || hosts[at]?.accepted);
    },
    positionOf: all.positionOf,
  });
  return { ...list, count: () => countElements(list.read({})) };
}
