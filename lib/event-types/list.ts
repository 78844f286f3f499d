import type { Caller } from "#lib/caller.ts";
import { requireOwnUser, visibleOwner } from "#lib/caller.ts";
import { filteredList } from "#lib/lists/filtered-list.ts";
import { listOfKind } from "#lib/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/lists/list-of-partition.ts";
import { countElements, type ListSource } from "#lib/lists/source.ts";
import type { Stored } from "#lib/table/entity.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import type { EventTypeFilter } from "./filter.ts";
import { slugFrom } from "./slug.ts";

/**
 * Lists the event types that a caller can access, by id: their own; all, or those of a user, for a system admin.
 *
 * @throws {Failure} `forbidden` if the caller requests another user's and is not a system admin
 */
export function listEventTypes(
  caller: Caller,
  { slug, teamId, userId }: EventTypeFilter = {},
): ListSource<Stored<typeof EventTypeItem>> {
  requireOwnUser(caller, userId);
  const owner = userId ?? visibleOwner(caller);
  const list =
    owner === "everybody"
      ? listOfKind(EventTypeItem, "event-type")
      : listOfPartition(EventTypeOfUser, { userId: owner }, { render: (eventType) => eventType });
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
