import { createHash, randomBytes } from "node:crypto";
import { type Caller, OPERATOR } from "#lib/access/caller.ts";
import { createOAuthClient } from "#lib/oauth/create-client.ts";
import { issueCode } from "#lib/oauth/issue-code.ts";
import { type OAuthClient, OAuthClientCreate } from "#lib/oauth/model.ts";
import { type AuthorizeRequest, parseAuthorizeRequest } from "#lib/oauth/parse-authorize-request.ts";

/** The issuer of the tests: what the base URL of `gatewayEvent` is. */
export const ISSUER = "https://api.example.com/v1";
export const REDIRECT_URI = "https://app.example.com/callback";

/** An application with its secret, if it has one. */
export interface MadeClient {
  client: OAuthClient;
  secret: string | undefined;
}

/** Makes an application; a confidential one unless said otherwise. */
export async function makeClient(more: Record<string, unknown> = {}): Promise<MadeClient> {
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

/** Parses what a client sends a user with, its redirect address and id included. */
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

/** The request in what a client sends; throws when it is refused. */
export async function acceptedRequest(
  client: { id: string },
  more: Parameters = {},
): Promise<AuthorizeRequest> {
  const parsed = await parseRequest(client, more);
  if (!("request" in parsed)) throw new Error(`refused: ${parsed.redirectTo}`);
  return parsed.request;
}

/** A code that a user has allowed a client. */
export const makeCode = async (
  { userId }: Pick<Caller, "userId">,
  client: OAuthClient,
  more: Parameters = {},
): Promise<string> => issueCode(userId, client, await acceptedRequest(client, more));
