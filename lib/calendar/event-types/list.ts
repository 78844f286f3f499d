import * as z from "zod";
import { type Caller, isSystemAdmin, visibleOwner } from "#lib/caller.ts";
import { MembershipOfTeam, MembershipOfUser } from "#lib/identity/memberships/entity.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { filteredList } from "#lib/storage/lists/filtered-list.ts";
import { listByKeys } from "#lib/storage/lists/list-by-keys.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import { countElements, type ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { slugFrom } from "./slug.ts";
import { getTeamFilter, isOfTeam } from "./visibility.ts";

type EventType = Stored<typeof EventTypeItem>;

/**
 * Lists the event types that a caller can access, by id: their own; all, or those of a user, for a system admin. Those with several hosts
 * are their owner's only while the owner is an accepted member of the team.
 */
export function listEventTypes(
  caller: Caller,
  { slug, teamId, userId }: EventTypeFilter = {},
): ListSource<EventType> {
  const owner = visibleOwner(caller, userId);
  const list = owner === "everybody" ? listOfKind(EventTypeItem, "event-type") : listOfOwner(caller, owner);
  if (slug === undefined && teamId === undefined) return list;
  const requestedSlug = slug === undefined ? undefined : slugFrom(slug);
  const filtered = filteredList(
    list,
    (eventType) =>
      (requestedSlug === undefined || eventType.slug === requestedSlug) &&
      (teamId === undefined || eventType.teamId === teamId),
  );
  // The count of one user's filtered list reads all event types of the user.
  return owner === "everybody" ? filtered : { ...filtered, count: () => countElements(filtered.read({})) };
}

/** The event types of an owner; with several hosts, unless a system admin lists them, only while the owner is a member of the team. */
function listOfOwner(caller: Caller, userId: number): ListSource<EventType> {
  const all = listOfPartition(EventTypeOfUser, { userId }, { render: (eventType) => eventType });
  if (isSystemAdmin(caller)) return all;
  const list = listByKeys(all, {
    find: async (page) => {
      const memberships = await findItems(page.map((eventType) => membershipRequest(userId, eventType)));
      return page.filter((eventType, at) => !isOfTeam(eventType) || memberships[at]?.accepted);
    },
    positionOf: all.positionOf,
  });
  return { ...list, count: () => countElements(list.read({})) };
}

const membershipRequest = (userId: number, { teamId, ...eventType }: EventType) =>
  isOfTeam(eventType) && teamId !== null ? itemRequest(MembershipOfUser, { userId, teamId }) : undefined;

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

/** The query of the list of event types beside its pages. */
export const EventTypeFilter = z.object({
  slug: z.string().min(1).max(200).optional().describe("Only the event types with this slug."),
  teamId: WholeNumber.optional().describe("Only the event types of this team."),
  userId: WholeNumber.optional().describe(
    "Event types of this user. Only for system admins; ignored for other callers.",
  ),
});
export type EventTypeFilter = z.output<typeof EventTypeFilter>;
