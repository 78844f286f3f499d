import { GrantItem } from "#lib/grants/entity.ts";
import { isLiveGrant } from "#lib/grants/is-live.ts";
import { OAuthClientItem } from "#lib/oauth/entity.ts";
import { verifyAccessToken } from "#lib/oauth/verify-access-token.ts";
import { isStillPublished } from "#lib/signing-keys/public-keys.ts";
import { getItem } from "#lib/table/read.ts";
import { countCall } from "./count-call.ts";
import type { CredentialHolder } from "./credential-holder.ts";
import { Scope } from "./scopes.ts";

/**
 * Whoever an access token stands for; undefined when it is not good, its grant is revoked or its client disabled, from the
 * very moment that was written. One round trip; two for the first token of a function, which needs the keys before.
 */
export async function holderOfToken(token: string, issuer: string): Promise<CredentialHolder | undefined> {
  const verified = await verifyAccessToken(token, issuer);
  if (!verified) return undefined;
  const { kid, claims } = verified;
  const [counted, client, isPublished] = await Promise.all([
    countCall({ entity: GrantItem, key: { id: claims.grant_id } }),
    getItem(OAuthClientItem, { id: claims.client_id }),
    isStillPublished(kid),
  ]);
  if (!isPublished || client?.disabledAt !== null) return undefined;
  if (!counted || !isLiveGrant(counted.item) || counted.item.userId !== Number(claims.sub)) return undefined;
  const { item, rate } = counted;
  const scopes = claims.scope.split(" ").flatMap((name) => Scope.options.filter((scope) => scope === name));
  return { rights: item, scopes, credentialId: `grant-${item.id}`, rate };
}
