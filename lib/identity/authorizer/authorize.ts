import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import type { Caller, GrantReference, UserRole } from "#lib/caller.ts";
import { baseUrlOf } from "#lib/entry/http/base-url.ts";
import type { GatewayContext, RateState } from "#lib/entry/http/gateway-context.ts";
import { hashApiKey, isApiKey } from "#lib/identity/api-keys/secret.ts";
import { ApiKeyItem } from "#lib/identity/credentials/api-key-entity.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { isLive, isLiveGrant } from "#lib/identity/credentials/live-credentials.ts";
import { type AccessTokenClaims, verifyAccessToken } from "#lib/identity/oauth/access-token.ts";
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
import { bearersIn, credentialsIn, hasTwoAuthorizations } from "./credentials.ts";
import { type Denial, denialOf } from "./denial.ts";

/** The user of a credential, and the scopes of the credential. */
export interface CredentialHolder {
  /** The user's rights, copied to the credential. */
  rights: { userId: number; role: UserRole; isLocked: boolean; organizations?: number[] | undefined };
  scopes: Caller["scopes"];
  credentialId: string;
  /** Only of an access token. */
  grant?: GrantReference;
  rate: RateState;
}

/**
 * Decides whether a request may reach the API, in one round trip that finds the API key or the grant of an access token, and counts the
 * call. A request without a valid credential is denied. Requests with two credentials, of a locked user, or over the limit are allowed with a
 * `refusal`, and the endpoint responds with it, because the gateway's response to a denial can't express these reasons.
 */
export async function authorize(
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const [credential, ...others] = credentialsIn(event);
  if (credential === undefined)
    return respond(event, { Effect: "Deny", context: denialOf("unauthorized", event) });
  if (others.length > 0 || hasTwoAuthorizations(event))
    return respond(event, { Effect: "Allow", context: { refusal: "two_credentials" } });
  const found = await findHolder(credential, event);
  return found === undefined
    ? respond(event, { Effect: "Deny", context: denialOf("invalid_token", event, credential) })
    : respond(event, { Effect: "Allow", context: contextOf(found), principalId: found.credentialId });
}

/** Finds the holder of a credential; undefined if it is unknown, expired or revoked. */
async function findHolder(
  credential: string,
  event: APIGatewayRequestAuthorizerEvent,
): Promise<CredentialHolder | undefined> {
  if (isApiKey(credential)) return findKeyHolder(credential);
  return bearersIn(event).includes(credential) ? findTokenHolder(credential, baseUrlOf(event)) : undefined;
}

async function findKeyHolder(key: string): Promise<CredentialHolder | undefined> {
  const counted = await countCall({ entity: ApiKeyItem, key: { hash: hashApiKey(key) } });
  if (!counted || !isLive(counted.item)) return undefined;
  const { item, rate } = counted;
  return { rights: item, scopes: "all", credentialId: `key-${item.id}`, rate };
}

function contextOf({ rights, scopes, credentialId, grant, rate }: CredentialHolder): GatewayContext {
  const { userId, role, organizations } = rights;
  const caller: Caller = {
    userId,
    role,
    scopes,
    credentialId,
    ...(grant && { grant }),
    ...(organizations?.length && { organizations }),
  };
  const refusal = refusalOf(rights.isLocked, rate);
  return { caller: JSON.stringify(caller), rate: JSON.stringify(rate), ...(refusal && { refusal }) };
}

function refusalOf(isLocked: boolean, rate: RateState): GatewayContext["refusal"] {
  if (isLocked) return "user_locked";
  return rate.retryAfterSeconds === undefined ? undefined : "too_many_requests";
}

interface Decision {
  Effect: "Allow" | "Deny";
  context: GatewayContext | Denial;
  principalId?: string;
}

/** Builds the response. It is valid for all routes, so it does not depend on the requested one. */
function respond(
  event: APIGatewayRequestAuthorizerEvent,
  { Effect, context, principalId = "unknown" }: Decision,
): APIGatewayAuthorizerResult {
  const [api, stage] = event.methodArn.split("/");
  return {
    principalId,
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect, Resource: `${api}/${stage}/*` }],
    },
    context: { ...context },
  };
}

/**
 * Finds the holder of an access token; undefined if it is invalid, its grant is revoked, or its client is disabled. The scopes are those of
 * the token that the client still has. All changes take effect immediately.
 */
async function findTokenHolder(token: string, issuer: string): Promise<CredentialHolder | undefined> {
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
