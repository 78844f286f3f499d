import { randomUUID } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import * as z from "zod";
import { BoundedCache, getOrLoad } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { decryptText } from "#lib/platform/encrypt-text.ts";
import type { Scope } from "#lib/scopes.ts";
import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TYPE, type AccessTokenClaims } from "./access-token.ts";
import type { SigningKey } from "./signing-keys/entity.ts";
import { signingKeyAt } from "./signing-keys/timing.ts";

/** What a client gets for a code or a refresh token (RFC 6749 §5.1). */
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

/** The answer with a pair of new tokens. */
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

/** The user and client of a token, and what it allows. */
export interface AccessFor {
  issuer: string;
  userId: number;
  clientId: string;
  grantId: string;
  scopes: readonly Scope[];
}

/** Makes an access token: a JWT (RFC 9068) for this API alone, signed with the key whose turn it is. */
export async function signAccessToken(access: AccessFor, keys: readonly SigningKey[]): Promise<string> {
  const key = signingKeyAt(keys, now());
  if (!key) throw new Error("there is no signing key");
  const iat = Math.floor(now() / 1000);
  const claims: AccessTokenClaims = {
    iss: access.issuer,
    sub: String(access.userId),
    aud: access.issuer,
    client_id: access.clientId,
    grant_id: access.grantId,
    scope: access.scopes.join(" "),
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    jti: randomUUID(),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: ACCESS_TOKEN_TYPE, kid: key.kid })
    .sign(await privateKey(key));
}

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The private keys that were used last, by name; a key is imported once. */
const privateKeys = new BoundedCache<string, Promise<Key>>(3);

const privateKey = ({ kid, sealed }: SigningKey): Promise<Key> =>
  getOrLoad(privateKeys, kid, async () =>
    importJWK(JSON.parse(await decryptText(sealed, { signingKey: kid })), "ES256"),
  );
