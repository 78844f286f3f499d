import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { isLiveGrant } from "#lib/identity/credentials/is-live-grant.ts";
import type { AccessTokenClaims } from "#lib/identity/oauth/access-token.ts";
import { verifyAccessToken } from "#lib/identity/oauth/access-token.ts";
import {
  ClientRestriction,
  isClientDisabled,
  isScopeAllowed,
} from "#lib/identity/oauth/client-restriction.ts";
import { isStillPublished } from "#lib/identity/oauth/signing-keys/public-keys.ts";
import { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { countCall } from "./count-call.ts";
import type { CredentialHolder } from "./credential-holder.ts";

/**
 * Finds the holder of an access token; undefined if it is invalid, its grant is revoked, or its client is disabled. The scopes are those of
 * the token that the client still has. All changes take effect immediately.
 */
export async function findTokenHolder(token: string, issuer: string): Promise<CredentialHolder | undefined> {
  const verified = await verifyAccessToken(token, issuer);
  if (!verified) return undefined;
  const { kid, claims } = verified;
  const [counted, restriction, isPublished] = await Promise.all([
    countCall({ entity: GrantItem, key: { id: claims.grant_id } }),
    findItem(ClientRestriction, { id: claims.client_id }),
    isStillPublished(kid),
  ]);
  if (!isPublished || isClientDisabled(restriction)) return undefined;
  if (!counted || !isGrantOf(counted.item, claims)) return undefined;
  const { item, rate } = counted;
  const scopes = claims.scope
    .split(" ")
    .flatMap((name) => Scope.options.filter((scope) => scope === name))
    .filter((scope) => isScopeAllowed(restriction, scope));
  const grant = { id: item.id, clientId: item.clientId };
  return { rights: item, scopes, credentialId: `grant-${item.id}`, grant, rate };
}

/** Whether a grant is live and matches the claims of a token. */
const isGrantOf = (grant: Stored<typeof GrantItem>, claims: AccessTokenClaims): boolean =>
  isLiveGrant(grant) && grant.userId === Number(claims.sub) && grant.clientId === claims.client_id;
