import * as z from "zod";
import { Failure, invalidField } from "#lib/failures.ts";
import type { OAuthCall } from "#lib/http/oauth-endpoint.ts";
import { Parameter } from "#lib/http/parameters.ts";
import { clientCredentials } from "./client-credentials.ts";
import { redeemCode } from "./redeem-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import type { TokenAnswer } from "./token-answer.ts";

const text = Parameter.optional();

/** How a client says who it is where it does not use HTTP Basic. */
export const ClientParameters = z.object({ client_id: text, client_secret: text });

/** What a client sends for new tokens; the refresh token may also be in the Authorization header. */
export const RefreshRequest = ClientParameters.extend({
  grant_type: text,
  refresh_token: text,
  scope: text,
  resource: text,
});
type RefreshRequest = z.output<typeof RefreshRequest>;

/** What a client sends for tokens. */
export const TokenRequest = RefreshRequest.extend({
  grant_type: Parameter,
  code: text,
  redirect_uri: text,
  code_verifier: text,
});
type TokenRequest = z.output<typeof TokenRequest>;

/** Gives tokens for a code or a refresh token. RFC 6749 §4.1.3 and §6. */
export async function answerTokenRequest(call: OAuthCall<TokenRequest>): Promise<TokenAnswer> {
  const { parameters } = call;
  if (parameters.grant_type !== "authorization_code") return answerRefreshRequest(call);
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = parameters;
  if (code === undefined) throw missing("code");
  return redeemCode(callOf(call), { code, redirectUri, verifier });
}

/** Gives new tokens for a refresh token. RFC 6749 §6. */
export async function answerRefreshRequest(call: OAuthCall<RefreshRequest>): Promise<TokenAnswer> {
  const { parameters } = call;
  if ((parameters.grant_type ?? "refresh_token") !== "refresh_token")
    throw new Failure("unsupported_grant_type", "This endpoint does not support this grant_type.");
  return refreshTokens(callOf(call), { refreshToken: refreshTokenIn(call), scope: parameters.scope });
}

function callOf({ parameters, authorization, issuer }: OAuthCall<RefreshRequest>) {
  if ((parameters.resource ?? issuer) !== issuer)
    throw new Failure("invalid_target", `The only supported resource is ${issuer}.`);
  return { credentials: clientCredentials(parameters, authorization), issuer };
}

function refreshTokenIn({ parameters, authorization = "" }: OAuthCall<RefreshRequest>): string {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const { refresh_token: token = bearer } = parameters;
  if (token === undefined) throw missing("refresh_token");
  if (bearer !== undefined && bearer !== token)
    throw new Failure("invalid_request", "Send one refresh token: the request has two different ones.");
  return token;
}

const missing = (field: string): Failure => invalidField(`#/${field}`, "is required", "required");
