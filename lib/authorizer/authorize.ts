import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { hashApiKey, isApiKey } from "#lib/api-keys/secret.ts";
import type { Caller } from "#lib/caller.ts";
import { ApiKeyItem } from "#lib/credentials/api-key-entity.ts";
import { isLive } from "#lib/credentials/is-live-api-key.ts";
import { baseUrlOf } from "#lib/http/base-url.ts";
import type { GatewayContext } from "#lib/http/gateway-context.ts";
import type { RateState } from "#lib/http/rate-state.ts";
import { countCall } from "./count-call.ts";
import type { CredentialHolder } from "./credential-holder.ts";
import { bearersIn, credentialsIn, hasTwoAuthorizations } from "./credentials.ts";
import { type Denial, denialOf } from "./denial.ts";
import { findTokenHolder } from "./find-token-holder.ts";

/**
 * Decides whether a request may reach the API, in one round trip that finds the API key or the grant of an access token, and counts the
 * call. A request without a valid credential is denied. What the gateway's response to a denial cannot say (two credentials, a locked
 * user, too many requests) is allowed with a `refusal`, with which the endpoint responds.
 */
export async function authorize(
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const [credential, ...others] = credentialsIn(event);
  if (credential === undefined) return answer(event, "Deny", denialOf("unauthorized", event));
  if (others.length > 0 || hasTwoAuthorizations(event))
    return answer(event, "Allow", { refusal: "two_credentials" });
  const found = await findHolder(credential, event);
  return found === undefined
    ? answer(event, "Deny", denialOf("invalid_token", event))
    : answer(event, "Allow", contextOf(found));
}

/** The holder of a credential; undefined if the credential is unknown or no longer valid. */
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

/** The answer holds for every route, so nothing depends on which one was asked for. */
function answer(
  event: APIGatewayRequestAuthorizerEvent,
  Effect: "Allow" | "Deny",
  context: GatewayContext | Denial,
): APIGatewayAuthorizerResult {
  const [api, stage] = event.methodArn.split("/");
  return {
    principalId:
      "caller" in context && context.caller ? (JSON.parse(context.caller) as Caller).credentialId : "unknown",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect, Resource: `${api}/${stage}/*` }],
    },
    context: { ...context },
  };
}
