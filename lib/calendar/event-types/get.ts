import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { EventTypeItem } from "./entity.ts";
import { mayManage } from "./visibility.ts";

/**
 * Gets an event type that the caller may read and change ({@link mayManage}).
 *
 * @throws {Failure} `not_found`
 */
export async function getEventType(caller: Caller, id: number): Promise<Stored<typeof EventTypeItem>> {
  const found = await findItem(EventTypeItem, { id });
  if (!found || !(await mayManage(caller, found))) throw notFound("Event type");
  return found;
}
