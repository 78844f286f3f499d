import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import type { ApiKeyItem } from "#lib/api-keys/entity.ts";
import { isLive } from "#lib/api-keys/is-live.ts";
import { hashApiKey, isApiKey } from "#lib/api-keys/secret.ts";
import type { GatewayContext } from "#lib/http/gateway-context.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { Caller } from "./caller.ts";
import { countCall } from "./count-call.ts";
import { credentialsIn } from "./credentials.ts";
import type { RateState } from "./rate.ts";

/**
 * Decides whether a request may reach the API, in one round trip that finds the credential and counts the call.
 * A credential that is none is denied; what a denial cannot say (two credentials, a locked user, too many requests) is
 * allowed with a `refusal` that the endpoint answers.
 *
 * @throws {Error} `Unauthorized` when no credential was sent, as API Gateway wants it
 */
export async function authorize(
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const [credential, ...others] = credentialsIn(event);
  if (credential === undefined) throw new Error("Unauthorized");
  if (others.length > 0) return answer(event, "Allow", { refusal: "two_credentials" });
  const hash = isApiKey(credential) ? hashApiKey(credential) : undefined;
  const counted = hash === undefined ? undefined : await countCall(hash);
  if (!counted || !isLive(counted.key)) return answer(event, "Deny", {});
  return answer(event, "Allow", contextOf(counted.key, counted.rate));
}

type ApiKey = Stored<typeof ApiKeyItem>;

function contextOf(key: ApiKey, rate: RateState): GatewayContext {
  const { userId, role, organizations } = key;
  const caller: Caller = {
    userId,
    role,
    scopes: "all",
    credentialId: `key-${key.id}`,
    ...(organizations?.length && { organizations }),
  };
  const refusal = refusalOf(key, rate);
  return { caller: JSON.stringify(caller), rate: JSON.stringify(rate), ...(refusal && { refusal }) };
}

function refusalOf(key: ApiKey, rate: RateState): GatewayContext["refusal"] {
  if (key.isLocked) return "user_locked";
  return rate.retryAfterSeconds === undefined ? undefined : "too_many_requests";
}

/** The answer holds for every route, so nothing depends on which one was asked for. */
function answer(
  event: APIGatewayRequestAuthorizerEvent,
  Effect: "Allow" | "Deny",
  context: GatewayContext,
): APIGatewayAuthorizerResult {
  const [api, stage] = event.methodArn.split("/");
  return {
    principalId: context.caller ? (JSON.parse(context.caller) as Caller).credentialId : "unknown",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect, Resource: `${api}/${stage}/*` }],
    },
    context: { ...context },
  };
}
