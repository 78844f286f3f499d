import { randomUUID } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { BoundedCache, getOrLoad } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { decryptText } from "#lib/platform/encrypt-text.ts";
import type { Scope } from "#lib/scopes.ts";
import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TYPE, type AccessTokenClaims } from "./access-token.ts";
import type { SigningKey } from "./signing-keys/entity.ts";
import { signingKeyAt } from "./signing-keys/timing.ts";

/** Whom a token is for, and what it may do. */
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
