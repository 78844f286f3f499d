import type { Caller } from "#lib/caller.ts";
import { requireOwnCredentials } from "#lib/caller.ts";
import { apiKeysOf } from "#lib/identity/credentials/live-credentials.ts";
import { type ApiKey, toApiKey } from "./schema.ts";

/** Lists the API keys of a user by id, also those that were revoked or expired in the last 30 days. */
export async function listApiKeys(caller: Caller, userId: number): Promise<ApiKey[]> {
  requireOwnCredentials(caller, userId);
  return (await apiKeysOf(userId)).map(toApiKey);
}
