import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { ACCESS_TOKEN_TYPE, type Access, newAccessTokenClaims } from "#lib/identity/oauth/access-token.ts";
import { BoundedCache, getOrLoad } from "#lib/platform/bounded-cache.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { decryptText, encryptText } from "#lib/platform/kms.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ACCESS_TOKENS, KeyRing, type SigningKey } from "./entity.ts";
import { signingKeyAt } from "./timing.ts";

/** Reads the stored keys. Returns undefined before the first key is created. */
export async function findKeyRing(): Promise<Stored<typeof KeyRing> | undefined> {
  // Not with `findItem`: functions that issue tokens may only read batches.
  const [ring] = await findItems([itemRequest(KeyRing, ACCESS_TOKENS)]);
  return ring;
}

/**
 * Replaces the keys by the result of `change`, or changes nothing if that is undefined. After a concurrent change, `change` is called
 * again with the new keys.
 */
export async function updateKeyRing(
  change: (keys: readonly SigningKey[]) => Promise<SigningKey[] | undefined>,
): Promise<readonly SigningKey[]> {
  return retryFailedCondition(async () => {
    const stored = await findKeyRing();
    const keys = await change(stored?.keys ?? []);
    if (!keys) return stored?.keys ?? [];
    const first = { ...ACCESS_TOKENS, keys, version: 1 };
    await transact([stored ? replace(KeyRing, stored, { ...stored, keys }) : put(KeyRing, first)]);
    return keys;
  });
}

/** Returns the keys, after creating the first one if there is none. */
export const ensureSigningKeys = (): Promise<readonly SigningKey[]> =>
  updateKeyRing(async (keys) => (keys.length > 0 ? undefined : [await createSigningKey(now())]));

/** Creates an ES256 key that signs from an instant (ms) on. */
export async function createSigningKey(signsFrom: number): Promise<SigningKey> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const [{ x = "", y = "" }, jwk] = await Promise.all([
    exportJWK(pair.publicKey),
    exportJWK(pair.privateKey),
  ]);
  const publicKey = { kty: "EC", crv: "P-256", x, y } as const;
  const kid = await calculateJwkThumbprint(publicKey);
  return {
    kid,
    publicKey,
    sealed: await encryptText(JSON.stringify(jwk), { signingKey: kid }),
    createdAt: nowIso(),
    signsFrom: new Date(signsFrom).toISOString(),
  };
}

/** Creates an access token (RFC 9068), signed with the current key. */
export async function signAccessToken(access: Access, keys: readonly SigningKey[]): Promise<string> {
  const key = signingKeyAt(keys, now());
  if (!key) throw new Error("there is no signing key");
  return new SignJWT({ ...newAccessTokenClaims(access) })
    .setProtectedHeader({ alg: "ES256", typ: ACCESS_TOKEN_TYPE, kid: key.kid })
    .sign(await importPrivateKey(key));
}

/** Imported private keys by `kid`. */
const privateKeys = /* @__PURE__ */ perService(
  () => new BoundedCache<string, ReturnType<typeof importJWK>>(3),
);

const importPrivateKey = ({ kid, sealed }: SigningKey): ReturnType<typeof importJWK> =>
  getOrLoad(privateKeys(), kid, async () =>
    importJWK(JSON.parse(await decryptText(sealed, { signingKey: kid })), "ES256"),
  );
