import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import { appSummary } from "#lib/identity/oauth/grants/schema.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { StoredWebhook } from "./entity.ts";

/** The fields of a webhook about its user. */
export async function getUserFields(userId: number): Promise<Pick<StoredWebhook, "userId" | "user">> {
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  return { userId, user: UserSummary.parse(user) };
}

/**
 * The fields of a webhook about the application that sets its URL, and the grant of that application; null for a caller with an API key.
 */
export async function getApplicationFields({
  grant,
}: Caller): Promise<Pick<StoredWebhook, "grantId" | "platformOAuthClientId" | "platformOAuthClient">> {
  if (!grant) return { grantId: null, platformOAuthClientId: null, platformOAuthClient: null };
  const { id: grantId, clientId } = grant;
  const client = await findItem(OAuthClientItem, { id: clientId });
  return {
    grantId,
    platformOAuthClientId: clientId,
    platformOAuthClient: appSummary(clientId, client),
  };
}
