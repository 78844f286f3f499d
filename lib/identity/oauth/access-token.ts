import { randomUUID } from "node:crypto";
import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { findPublicKey, isStillPublished } from "./signing-keys/public-keys.ts";

/** Seconds until an access token expires. */
export const ACCESS_TOKEN_SECONDS = 1_800;

/** The media type in the header of an access token, by which it differs from other JWTs (RFC 9068 §2.1). */
export const ACCESS_TOKEN_TYPE = "at+jwt";

/** Seconds by which the clocks of two functions may differ. */
const CLOCK_TOLERANCE = 5;
const LONGEST = 4_096;

/** The claims of an access token (RFC 9068 §2.2), and the id of its grant. */
const AccessTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().regex(/^\d{1,15}$/),
  aud: z.string(),
  client_id: z.string(),
  grant_id: z.string(),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
});
export type AccessTokenClaims = z.output<typeof AccessTokenClaims>;

/** What an access token allows: a client, for a user, with scopes. */
export interface Access {
  issuer: string;
  userId: number;
  clientId: string;
  grantId: string;
  scopes: readonly Scope[];
}

/** Builds the claims of a new access token for this API. */
export function newAccessTokenClaims(access: Access): AccessTokenClaims {
  const iat = Math.floor(now() / 1000);
  return {
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
}

/** An access token with a valid signature that has not expired. Its grant is not checked. */
interface VerifiedToken {
  kid: string;
  claims: AccessTokenClaims;
}

/** Whether a text has the form of a signed JWT. */
const isAccessToken = (text: string): boolean =>
  text.length <= LONGEST && /^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/**
 * Verifies the signature, type, issuer, audience and time of an access token (RFC 9068 §4). Returns undefined if one is wrong. Reads the
 * public keys if the key of the token is not cached.
 */
export async function verifyAccessToken(token: string, issuer: string): Promise<VerifiedToken | undefined> {
  if (!isAccessToken(token)) return undefined;
  // Loaded here because it is a large part of the authorizer, and API keys do not need it.
  const { checkJwt } = await import("./check-jwt.ts");
  const checked = await checkJwt(token, {
    type: ACCESS_TOKEN_TYPE,
    issuer,
    at: new Date(now()),
    maxAgeSeconds: ACCESS_TOKEN_SECONDS,
    toleranceSeconds: CLOCK_TOLERANCE,
    findKey: findPublicKey,
  });
  const claims = AccessTokenClaims.safeParse(checked?.payload);
  return checked && claims.success ? { kid: checked.kid, claims: claims.data } : undefined;
}

/**
 * Returns the claims of a valid access token whose key is still published, otherwise undefined. May read the public keys: call it in
 * parallel with other reads.
 */
export async function readTokenClaims(token: string, issuer: string): Promise<AccessTokenClaims | undefined> {
  const verified = await verifyAccessToken(token, issuer);
  return verified && (await isStillPublished(verified.kid)) ? verified.claims : undefined;
}
