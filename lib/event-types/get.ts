import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import { notFound } from "#lib/http/failures.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";

/** Reads one event type of the caller; a system admin reads any. */
export async function getEventType(caller: Caller, id: number): Promise<Stored<typeof EventTypeItem>> {
  const found = isSystemAdmin(caller)
    ? await getItem(EventTypeItem, { id })
    : await getItem(EventTypeOfUser, { userId: caller.userId, id });
  if (!found) throw notFound("Event type");
  return found;
}
