import type { Caller } from "#lib/caller.ts";
import { visibleOwner } from "#lib/caller.ts";
import { listOfKind } from "#lib/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/lists/list-of-partition.ts";
import type { ListSource } from "#lib/lists/source.ts";
import type { Stored } from "#lib/table/entity.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";

/** The event types a caller may see, by rising id: their own; all for a system admin. */
export function listEventTypes(caller: Caller): ListSource<Stored<typeof EventTypeItem>> {
  const owner = visibleOwner(caller);
  return owner === "everybody"
    ? listOfKind(EventTypeItem, "event-type")
    : listOfPartition(EventTypeOfUser, { userId: owner }, { shown: (eventType) => eventType });
}
