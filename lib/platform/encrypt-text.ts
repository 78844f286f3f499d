import { BoundedCache, getOrLoad } from "./bounded-cache.ts";
import { decrypt, encrypt } from "./kms.ts";

const MOST_CACHED = 1_000;
/** Decrypted texts by their ciphertext, so that a warm function calls KMS once for each. */
const decrypted = /* @__PURE__ */ new BoundedCache<string, Promise<string>>(MOST_CACHED);

/** Seals a text with the key of the service, bound to what it belongs to; returns base64. */
export async function encryptText(text: string, belongsTo: Record<string, string>): Promise<string> {
  return Buffer.from(await encrypt(Buffer.from(text), belongsTo)).toString("base64");
}

/** Opens what {@link encryptText} returned; a warm function keeps it. Throws when it belongs to something else. */
export function decryptText(ciphertext: string, belongsTo: Record<string, string>): Promise<string> {
  const key = `${ciphertext} ${JSON.stringify(belongsTo)}`;
  return getOrLoad(decrypted, key, () => callKms(ciphertext, belongsTo));
}

async function callKms(ciphertext: string, belongsTo: Record<string, string>): Promise<string> {
  return Buffer.from(await decrypt(Buffer.from(ciphertext, "base64"), belongsTo)).toString();
}
