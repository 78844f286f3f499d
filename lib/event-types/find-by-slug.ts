import { notFound } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";

/**
 * Finds the id of a user's event type by its slug. Two round trips.
 *
 * @throws {Failure} `not_found`
 */
export async function findEventTypeId(username: string, slug: string): Promise<number> {
  const user = await getItem(UniqueItem, { kind: "username", value: username.toLowerCase() });
  const eventType = user && (await getItem(UniqueItem, { kind: "slug", value: `${user.owner}/${slug}` }));
  if (typeof eventType?.owner !== "number") throw notFound("Event type");
  return eventType.owner;
}
