import * as z from "zod";
import type { OAuthCall } from "#lib/entry/http/oauth-endpoint.ts";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import type { Scope } from "#lib/scopes.ts";
import { ACCESS_TOKEN_SECONDS } from "./access-token.ts";
import { type ClientCall, clientCredentials } from "./authenticate-client.ts";
import { resourceProblem } from "./resource.ts";

const text = Parameter.optional();

/** The credentials of a client that does not use HTTP Basic. */
const ClientParameters = z.object({
  client_id: text.describe("Client id, if it is not sent with HTTP Basic."),
  client_secret: text.describe("Client secret of a confidential client, if it is not sent with HTTP Basic."),
});

/** A request to revoke or check a token. */
export const TokenReference = ClientParameters.extend({
  token: Parameter.describe("Access token or refresh token."),
  token_type_hint: text.describe("Ignored."),
}).describe("A token of the client.");

/** A request for new tokens. The refresh token can also be in the header `Authorization`. */
export const RefreshRequest = ClientParameters.extend({
  grant_type: text.describe("`refresh_token`."),
  refresh_token: text.describe("The refresh token."),
  scope: text.describe("Scopes of the new access token, separated by spaces; all allowed ones if missing."),
  resource: text.describe("Issuer of the service, or the URL of its MCP server (RFC 8707)."),
}).describe("A request for new tokens.");
type RefreshRequest = z.output<typeof RefreshRequest>;

/** A request for tokens, with an authorization code or a refresh token. */
export const TokenRequest = RefreshRequest.extend({
  grant_type: Parameter.describe("`authorization_code` or `refresh_token`."),
  code: text.describe("Authorization code; it can be used once."),
  redirect_uri: text.describe("The `redirect_uri` of the authorization request."),
  code_verifier: text.describe("PKCE code verifier (RFC 7636)."),
}).describe("A request for tokens (RFC 6749 §4.1.3 and §6).");
type TokenRequest = z.output<typeof TokenRequest>;

/** The response to a request for tokens (RFC 6749 §5.1). */
export const TokenAnswer = z
  .object({
    access_token: z.string().describe("Access token: send it as `Authorization: Bearer …`."),
    token_type: z.literal("Bearer").describe("Type of the access token."),
    expires_in: z.int().describe("Seconds until the access token expires."),
    refresh_token: z.string().describe("Refresh token for the next tokens. It can be used once."),
    scope: z.string().describe("Allowed scopes, separated by spaces."),
  })
  .describe("New tokens (RFC 6749 §5.1).");
export type TokenAnswer = z.output<typeof TokenAnswer>;

/** The exchange of an authorization code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeExchange extends ClientCall {
  code: string;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

/** The exchange of a refresh token for new tokens (RFC 6749 §6). `scope` can request fewer scopes than the token has. */
export interface RefreshExchange extends ClientCall {
  refreshToken: string;
  scope: string | undefined;
}

/**
 * Parses a request with `grant_type=authorization_code` (RFC 6749 §4.1.3).
 *
 * @throws {Failure} `invalid_request`, `invalid_client`, `invalid_target`
 */
export function parseCodeExchange(call: OAuthCall<TokenRequest>): CodeExchange {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = call.parameters;
  if (code === undefined) throw missing("code");
  return { ...clientAndIssuer(call), code, redirectUri, verifier };
}

/**
 * Parses a request with `grant_type=refresh_token` (RFC 6749 §6).
 *
 * @throws {Failure} `unsupported_grant_type`, `invalid_request`, `invalid_client`, `invalid_target`
 */
export function parseRefreshExchange(call: OAuthCall<RefreshRequest>): RefreshExchange {
  const { grant_type: grantType = "refresh_token", scope } = call.parameters;
  if (grantType !== "refresh_token")
    throw new Failure("unsupported_grant_type", "This endpoint does not support this grant_type.");
  return { ...clientAndIssuer(call), refreshToken: refreshTokenOf(call), scope };
}

function clientAndIssuer({ parameters, authorization, issuer }: OAuthCall<RefreshRequest>): ClientCall {
  const problem = resourceProblem(parameters.resource, issuer);
  if (problem !== undefined) throw new Failure("invalid_target", problem);
  return { credentials: clientCredentials(parameters, authorization), issuer };
}

function refreshTokenOf({ parameters, authorization = "" }: OAuthCall<RefreshRequest>): string {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const { refresh_token: token = bearer } = parameters;
  if (token === undefined) throw missing("refresh_token");
  if (bearer !== undefined && bearer !== token)
    throw new Failure("invalid_request", "Send one refresh token: the request has two different ones.");
  return token;
}

const missing = (field: string): Failure => invalidField(`#/${field}`, "is required", "required");

/** Builds the response with new tokens. */
export const tokenAnswer = (
  accessToken: string,
  refreshToken: string,
  scopes: readonly Scope[],
): TokenAnswer => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: ACCESS_TOKEN_SECONDS,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
});
