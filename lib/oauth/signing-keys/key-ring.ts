import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { now, nowIso } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/encrypt-text.ts";
import type { Stored } from "#lib/table/entity.ts";
import { put, replace } from "#lib/table/operations.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { ACCESS_TOKENS, KeyRing, type SigningKey } from "./entity.ts";

/** Reads the stored keys; undefined before the first one was necessary. */
export async function readKeyRing(): Promise<Stored<typeof KeyRing> | undefined> {
  const [ring] = await getItems([itemRequest(KeyRing, ACCESS_TOKENS)]);
  return ring;
}

/** Changes the keys. A concurrent change is repeated with the result of the other one. `change` returns undefined to change nothing. */
export async function updateKeyRing(
  change: (keys: readonly SigningKey[]) => Promise<SigningKey[] | undefined>,
): Promise<readonly SigningKey[]> {
  return retryFailedCondition(async () => {
    const before = await readKeyRing();
    const keys = await change(before?.keys ?? []);
    if (!keys) return before?.keys ?? [];
    const after = { ...ACCESS_TOKENS, keys, version: 1 };
    await transact([before ? replace(KeyRing, before, { ...before, keys }) : put(KeyRing, after)]);
    return keys;
  });
}

/** Returns the keys, after creating the first one if there is none. */
export const ensureSigningKeys = (): Promise<readonly SigningKey[]> =>
  updateKeyRing(async (keys) => (keys.length > 0 ? undefined : [await createSigningKey(now())]));

/** Creates a key for ES256 that signs from an instant (ms) on. */
export async function createSigningKey(signsFrom: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const [{ x = "", y = "" }, jwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  const shown = { kty: "EC", crv: "P-256", x, y } as const;
  const kid = await calculateJwkThumbprint(shown);
  return {
    kid,
    publicKey: shown,
    sealed: await encryptText(JSON.stringify(jwk), { signingKey: kid }),
    createdAt: nowIso(),
    signsFrom: new Date(signsFrom).toISOString(),
  };
}
