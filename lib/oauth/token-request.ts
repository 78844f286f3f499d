import * as z from "zod";
import { Failure, invalidField } from "#lib/failures.ts";
import type { OAuthCall } from "#lib/http/oauth-endpoint.ts";
import { Parameter } from "#lib/http/parameters.ts";
import { clientCredentials } from "./authenticate-client.ts";
import { redeemCode } from "./redeem-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { resourceProblem } from "./resource.ts";
import type { TokenAnswer } from "./token-answer.ts";

const text = Parameter.optional();

/** How a client says who it is where it does not use HTTP Basic. */
const ClientParameters = z.object({
  client_id: text.describe("Client id, if it is not sent with HTTP Basic."),
  client_secret: text.describe("Client secret of a confidential client, if it is not sent with HTTP Basic."),
});

/** A token that a client revokes or checks. */
export const TokenReference = ClientParameters.extend({
  token: Parameter.describe("Access token or refresh token."),
  token_type_hint: text.describe("Ignored."),
}).describe("A token of the client.");

/** What a client sends for new tokens; the refresh token may also be in the Authorization header. */
export const RefreshRequest = ClientParameters.extend({
  grant_type: text.describe("`refresh_token`."),
  refresh_token: text.describe("The refresh token."),
  scope: text.describe("Scopes of the new access token, separated by spaces; all allowed ones if missing."),
  resource: text.describe("Issuer of the service, or the URL of its MCP server (RFC 8707)."),
}).describe("A request for new tokens.");
type RefreshRequest = z.output<typeof RefreshRequest>;

/** What a client sends for tokens. */
export const TokenRequest = RefreshRequest.extend({
  grant_type: Parameter.describe("`authorization_code` or `refresh_token`."),
  code: text.describe("Authorization code; it can be used once."),
  redirect_uri: text.describe("The `redirect_uri` of the authorization request."),
  code_verifier: text.describe("PKCE code verifier (RFC 7636)."),
}).describe("A request for tokens (RFC 6749 §4.1.3 and §6).");
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
  const problem = resourceProblem(parameters.resource, issuer);
  if (problem !== undefined) throw new Failure("invalid_target", problem);
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
