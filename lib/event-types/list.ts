import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { enumeratePages } from "#lib/table/enumerate.ts";
import { queryPages } from "#lib/table/read.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";
import type { EventType } from "./model.ts";

/** The event types a caller may see, by rising id, page by page: their own; all for a system admin. */
export const listEventTypes = (caller: Caller): AsyncIterable<EventType[]> =>
  isSystemAdmin(caller)
    ? enumeratePages(EventTypeItem, "event-type")
    : queryPages(EventTypeOfUser, { userId: caller.userId });
