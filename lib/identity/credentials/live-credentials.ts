import { Failure, notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { ApiKeyItem, ApiKeyOfUser } from "./api-key-entity.ts";
import { GrantItem, GrantOfUser } from "./grant-entity.ts";

/** Maximum live API keys and grants of a user together, so that all fit in one transaction with the user. */
export const MAX_LIVE_CREDENTIALS = 80;

/** The live credentials of a user, which have copies of the user's rights. */
interface LiveCredentials {
  keys: Stored<typeof ApiKeyItem>[];
  grants: Stored<typeof GrantItem>[];
}

/** A user with their live credentials. */
interface UserWithCredentials {
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

/** Whether a key is neither revoked nor expired. */
export const isLive = (key: Pick<Stored<typeof ApiKeyItem>, "revokedAt" | "expiresAt">): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > nowIso());

/** Whether a grant is not revoked. */
export const isLiveGrant = ({ revokedAt }: Stored<typeof GrantItem>): boolean => revokedAt === null;

type ApiKey = Stored<typeof ApiKeyItem>;

/** Lists the keys of a user by id, also those that were revoked or expired in the last 30 days. */
export async function apiKeysOf(userId: number): Promise<ApiKey[]> {
  const pointers = await queryAll(ApiKeyOfUser, { userId });
  const keys: (ApiKey | undefined)[] = await findItems(
    pointers.map(({ hash }) => itemRequest(ApiKeyItem, { hash })),
  );
  return keys.filter((key) => key !== undefined);
}

/** Lists the live keys of a user. */
const liveApiKeys = async (userId: number): Promise<ApiKey[]> => (await apiKeysOf(userId)).filter(isLive);

type Grant = Stored<typeof GrantItem>;

/** Lists the live grants of a user, one for each client. */
export const liveGrants = async (userId: number): Promise<Grant[]> =>
  (await grantsAt(await queryAll(GrantOfUser, { userId }))).filter(isLiveGrant);

/** Reads the grants of pointers, without deleted ones. */
export async function grantsAt(pointers: readonly Stored<typeof GrantOfUser>[]): Promise<Grant[]> {
  const grants: (Grant | undefined)[] = await findItems(
    pointers.map(({ grantId }) => itemRequest(GrantItem, { id: grantId })),
  );
  return grants.filter((grant) => grant !== undefined);
}
