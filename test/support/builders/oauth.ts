import { createHash, randomBytes } from "node:crypto";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createOAuthClient } from "#lib/identity/oauth/clients.ts";
import { issueCode } from "#lib/identity/oauth/issue-code.ts";
import { type AuthorizeRequest, parseAuthorizeRequest } from "#lib/identity/oauth/parse-authorize-request.ts";
import { redeemCode } from "#lib/identity/oauth/redeem-code.ts";
import { refreshTokens } from "#lib/identity/oauth/refresh-tokens.ts";
import { type OAuthClient, OAuthClientCreate } from "#lib/identity/oauth/schema.ts";
import {
  parseCodeExchange,
  parseRefreshExchange,
  type TokenAnswer,
  TokenRequest,
} from "#lib/identity/oauth/token-schema.ts";
import { makeHost } from "./builders.ts";

/** The issuer in tests: the base URL of `gatewayEvent`. */
export const ISSUER = "https://api.example.com/v1";
export const REDIRECT_URI = "https://app.example.com/callback";

/** An application and its secret, which public ones don't have. */
export interface ClientWithSecret {
  client: OAuthClient;
  secret: string | undefined;
}

/** Creates an application, confidential by default. */
export async function makeClient(more: Record<string, unknown> = {}): Promise<ClientWithSecret> {
  const input = OAuthClientCreate.parse({ name: "App", redirectUris: [REDIRECT_URI], ...more });
  const { client, clientSecret } = await createOAuthClient(OPERATOR, input);
  return { client, secret: clientSecret ?? undefined };
}

/** A code verifier and its S256 challenge (RFC 7636 §4). */
export function makeChallenge() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type Parameters = Record<string, string | string[]>;

/** Parses the parameters of an authorization request, with the id and redirect URI of a client. */
export const parseRequest = ({ id }: { id: string }, more: Parameters = {}) =>
  parseAuthorizeRequest(
    Object.fromEntries(
      Object.entries({ client_id: id, redirect_uri: REDIRECT_URI, ...more }).map(([name, value]) => [
        name,
        Array.isArray(value) ? value : [value],
      ]),
    ),
    ISSUER,
  );

/** Parses an authorization request; throws if it is rejected. */
export async function parseValidRequest(
  client: { id: string },
  more: Parameters = {},
): Promise<AuthorizeRequest> {
  const parsed = await parseRequest(client, more);
  if (!("request" in parsed)) throw new Error(`rejected: ${parsed.redirectTo}`);
  return parsed.request;
}

/** Creates an authorization code of a user for a client. */
export const makeCode = async (
  { userId }: Pick<Caller, "userId">,
  client: OAuthClient,
  more: Parameters = {},
): Promise<string> => {
  const request = await parseValidRequest(client, more);
  const code = await issueCode({ userId, client, request, isRecentSignIn: true });
  if (code === undefined) throw new Error("the sign-in is not recent");
  return code;
};

/** A user, an application, and a code that the user has allowed the application. */
export async function makeUserWithCode(more: Parameters = {}) {
  const [host, made] = [await makeHost(), await makeClient()];
  return { host, made, code: await makeCode(host, made.client, more) };
}

/** Asks for tokens as a client would; its id and secret are sent along unless said otherwise. */
export async function requestTokens(
  { client, secret }: ClientWithSecret,
  fields: Record<string, string | undefined>,
  authorization?: string,
): Promise<TokenAnswer> {
  const parameters = TokenRequest.parse({ client_id: client.id, client_secret: secret, ...fields });
  const call = { parameters, authorization, issuer: ISSUER };
  return parameters.grant_type === "authorization_code"
    ? redeemCode(parseCodeExchange(call))
    : refreshTokens(parseRefreshExchange(call));
}

/** Redeems a code. */
export const redeem = (made: ClientWithSecret, code: string, more: Record<string, string | undefined> = {}) =>
  requestTokens(made, { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...more });

/** Uses a refresh token. */
export const refresh = (
  made: ClientWithSecret,
  token: string,
  more: Record<string, string | undefined> = {},
) => requestTokens(made, { grant_type: "refresh_token", refresh_token: token, ...more });

/** Creates the first tokens of a user and a client, with PKCE for a public one. */
export async function makeTokens(
  user: Pick<Caller, "userId">,
  made: ClientWithSecret,
  more: Parameters = {},
): Promise<TokenAnswer> {
  const { verifier, challenge } = makeChallenge();
  const isPublic = made.secret === undefined;
  const proof: Parameters = isPublic ? { code_challenge: challenge, code_challenge_method: "S256" } : {};
  const code = await makeCode(user, made.client, { ...proof, ...more });
  return redeem(made, code, isPublic ? { code_verifier: verifier } : {});
}
