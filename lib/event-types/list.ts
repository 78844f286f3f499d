import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import type { ListSource } from "#lib/http/list-source.ts";
import type { Stored } from "#lib/table/entity.ts";
import { listOfKind } from "#lib/table/enumerate.ts";
import { listOfPartition } from "#lib/table/list-of-partition.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";

/** The event types a caller may see, by rising id: their own; all for a system admin. */
export const listEventTypes = (caller: Caller): ListSource<Stored<typeof EventTypeItem>> =>
  isSystemAdmin(caller)
    ? listOfKind(EventTypeItem, "event-type")
    : listOfPartition(EventTypeOfUser, { userId: caller.userId }, { shown: (eventType) => eventType });
