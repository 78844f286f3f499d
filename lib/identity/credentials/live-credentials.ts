import { Failure, notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { ApiKeyItem } from "./api-key-entity.ts";
import type { GrantItem } from "./grant-entity.ts";
import { liveApiKeys } from "./live-api-keys.ts";
import { liveGrants } from "./live-grants.ts";

/** Maximum live API keys and grants of a user together, so that all fit in one transaction with the user. */
export const MAX_LIVE_CREDENTIALS = 80;

/** The live credentials of a user, which have copies of the user's rights. */
export interface LiveCredentials {
  keys: Stored<typeof ApiKeyItem>[];
  grants: Stored<typeof GrantItem>[];
}

/** A user with their live credentials. */
export interface UserWithCredentials {
  user: Stored<typeof UserItem>;
  live: LiveCredentials;
}

/**
 * Reads a user, then their live API keys and grants. The creation of a credential raises the user's version, so a
 * write with the version of this user fails if a credential was created since. If all were read in parallel, the user could be newer than
 * the credentials, and the write would miss a new credential.
 *
 * @throws {Failure} `not_found`
 */
export async function getUserWithCredentials(userId: number): Promise<UserWithCredentials> {
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  const [keys, grants] = await Promise.all([liveApiKeys(userId), liveGrants(userId)]);
  return { user, live: { keys, grants } };
}

/**
 * Requires that a user can have one more credential.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireRoomForCredential({ keys, grants }: LiveCredentials): void {
  if (keys.length + grants.length >= MAX_LIVE_CREDENTIALS)
    throw new Failure(
      "limit_reached",
      `A user can have at most ${MAX_LIVE_CREDENTIALS} active API keys and grants. Revoke some first.`,
    );
}
