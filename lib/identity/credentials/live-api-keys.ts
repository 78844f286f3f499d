import type { Stored } from "#lib/storage/table/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { ApiKeyItem, ApiKeyOfUser } from "./api-key-entity.ts";
import { isLive } from "./is-live-api-key.ts";

type ApiKey = Stored<typeof ApiKeyItem>;

/** Lists all keys of a user by id, also revoked and expired ones. */
export async function apiKeysOf(userId: number): Promise<ApiKey[]> {
  const pointers = await queryAll(ApiKeyOfUser, { userId });
  const keys: (ApiKey | undefined)[] = await findItems(
    pointers.map(({ hash }) => itemRequest(ApiKeyItem, { hash })),
  );
  return keys.filter((key) => key !== undefined);
}

/** Lists the live keys of a user. */
export const liveApiKeys = async (userId: number): Promise<ApiKey[]> =>
  (await apiKeysOf(userId)).filter(isLive);
