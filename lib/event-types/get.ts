import type { Caller } from "#lib/caller.ts";
import { visibleOwner } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";
import { EventTypeItem, EventTypeOfUser } from "./entity.ts";

/**
 * Gets an event type of the caller; any event type for a system admin. One round trip.
 *
 * @throws {Failure} `not_found`
 */
export async function getEventType(caller: Caller, id: number): Promise<Stored<typeof EventTypeItem>> {
  const owner = visibleOwner(caller);
  const found = await (owner === "everybody"
    ? getItem(EventTypeItem, { id })
    : getItem(EventTypeOfUser, { userId: owner, id }));
  if (!found) throw notFound("Event type");
  return found;
}
