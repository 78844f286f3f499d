import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { nowIso } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/encrypt-text.ts";
import type { SigningKey } from "./entity.ts";

/** Makes a key for ES256 that signs from an instant (ms) on. */
export async function makeSigningKey(signsFrom: number): Promise<SigningKey> {
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
