import { notFound } from "#lib/failures.ts";
import { findUniqueOwner } from "#lib/storage/table/unique.ts";

/**
 * Finds the id of a user's event type by its slug.
 *
 * @throws {Failure} `not_found`
 */
export async function findEventTypeId(username: string, slug: string): Promise<number> {
  const userId = await findUniqueOwner({ kind: "username", value: username.toLowerCase() });
  const id =
    userId === undefined ? undefined : await findUniqueOwner({ kind: "slug", value: `${userId}/${slug}` });
  if (id === undefined) throw notFound("Event type");
  return id;
}
