import { now } from "#lib/platform/clock.ts";
import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TYPE, AccessTokenClaims } from "./access-token.ts";
import { isStillPublished, publicKey } from "./signing-keys/public-keys.ts";

/** Seconds the clocks of two functions may differ. */
const CLOCK_TOLERANCE = 5;
const LONGEST = 4_096;

/** What is known of a token before its grant is looked at. */
export interface VerifiedToken {
  kid: string;
  claims: AccessTokenClaims;
}

/** Whether a text has the form of a signed JWT. */
export const isAccessToken = (text: string): boolean =>
  text.length <= LONGEST && /^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/**
 * Verifies an access token: made by us, for us, of this kind, and good now (RFC 9068 §4). Undefined when it is not. It reads the
 * public keys when it does not know the one that is named.
 */
export async function verifyAccessToken(token: string, issuer: string): Promise<VerifiedToken | undefined> {
  if (!isAccessToken(token)) return undefined;
  // Only here, because it is a large part of the authorizer and API keys need none of it.
  const { checkJwt } = await import("./check-jwt.ts");
  const checked = await checkJwt(token, {
    type: ACCESS_TOKEN_TYPE,
    issuer,
    at: new Date(now()),
    mostSeconds: ACCESS_TOKEN_SECONDS,
    toleranceSeconds: CLOCK_TOLERANCE,
    keyNamed: publicKey,
  });
  const claims = AccessTokenClaims.safeParse(checked?.payload);
  return checked && claims.success ? { kid: checked.kid, claims: claims.data } : undefined;
}

/**
 * The claims of an access token that is good and whose key has not been withdrawn. What that takes to read is read before
 * this answers, so ask it beside other reads.
 */
export async function readTokenClaims(token: string, issuer: string): Promise<AccessTokenClaims | undefined> {
  const verified = await verifyAccessToken(token, issuer);
  return verified && (await isStillPublished(verified.kid)) ? verified.claims : undefined;
}
