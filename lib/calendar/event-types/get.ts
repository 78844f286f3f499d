import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { findUniqueOwner } from "#lib/storage/table/unique.ts";
import { EventTypeItem } from "./entity.ts";
import { slugFrom } from "./slug.ts";
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

/**
 * Finds the id of a user's event type by its slug.
 *
 * @throws {Failure} `not_found`
 */
export async function getEventTypeIdBySlug(username: string, slug: string): Promise<number> {
  const userId = await findUniqueOwner({ kind: "username", value: username.toLowerCase() });
  const id =
    userId === undefined
      ? undefined
      : await findUniqueOwner({ kind: "slug", value: `${userId}/${slugFrom(slug)}` });
  if (id === undefined) throw notFound("Event type");
  return id;
}
