import { Failure } from "#lib/failures.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { ApiKeyItem } from "./api-key-entity.ts";
import type { GrantItem } from "./grant-entity.ts";
import { liveApiKeys } from "./live-api-keys.ts";
import { liveGrants } from "./live-grants.ts";

/** Live API keys and grants one user may have together, so that all fit in one transaction with the user. */
export const MOST_LIVE_CREDENTIALS = 80;

/** What carries copies of a user's rights. */
export interface LiveCredentials {
  keys: Stored<typeof ApiKeyItem>[];
  grants: Stored<typeof GrantItem>[];
}

/** The live API keys and grants of a user; two round trips. */
export async function liveCredentials(userId: number): Promise<LiveCredentials> {
  const [keys, grants] = await Promise.all([liveApiKeys(userId), liveGrants(userId)]);
  return { keys, grants };
}

/**
 * Requires that a user may have one more credential.
 *
 * @throws {Failure} `limit_reached`
 */
export function requireRoomForCredential({ keys, grants }: LiveCredentials): void {
  if (keys.length + grants.length >= MOST_LIVE_CREDENTIALS)
    throw new Failure(
      "limit_reached",
      `A user can have at most ${MOST_LIVE_CREDENTIALS} active API keys and grants. Revoke some first.`,
    );
}
