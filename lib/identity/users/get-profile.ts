import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { UserItem } from "./entity.ts";

/** Gets the caller's own user. */
export async function getProfile({ userId }: Caller): Promise<Stored<typeof UserItem>> {
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  return user;
}
