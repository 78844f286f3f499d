import { AwsClient } from "./aws-client.ts";
import { BoundedCache, getOrLoad } from "./bounded-cache.ts";
import { env } from "./env.ts";
import { perService } from "./per-service.ts";

const kms = /* @__PURE__ */ perService(
  () =>
    new AwsClient({
      service: "kms",
      endpointVariable: "AWS_ENDPOINT_URL_KMS",
      target: "TrentService",
      jsonVersion: "1.1",
      requestMs: 2_000,
    }),
);

const MAX_CACHED = 1_000;
/** Decrypted texts by their ciphertext and context, so that a warm function calls KMS once for each. */
const decrypted = /* @__PURE__ */ perService(() => new BoundedCache<string, Promise<string>>(MAX_CACHED));

/**
 * Encrypts a text with the key of the service; returns base64.
 *
 * @param context - names the item that the text belongs to; decryption needs the same context
 */
export async function encryptText(text: string, context: Record<string, string>): Promise<string> {
  const ciphertext = await callKms("Encrypt", "CiphertextBlob", {
    KeyId: env("SECRETS_KEY_ID"),
    Plaintext: base64(text),
    EncryptionContext: context,
  });
  return ciphertext.toString("base64");
}

/** Decrypts the result of {@link encryptText}. A warm function caches the text. Throws if the context is different. */
export const decryptText = (ciphertext: string, context: Record<string, string>): Promise<string> =>
  getOrLoad(decrypted(), `${ciphertext} ${JSON.stringify(context)}`, async () => {
    const text = await callKms("Decrypt", "Plaintext", {
      KeyId: env("SECRETS_KEY_ID"),
      CiphertextBlob: ciphertext,
      EncryptionContext: context,
    });
    return text.toString();
  });

/** Derives a secret of 32 bytes from the key of the service. The same purpose has the same secret, which is stored nowhere. */
export const deriveKey = (purpose: string): Promise<Uint8Array> =>
  callKms("GenerateMac", "Mac", {
    KeyId: env("CURSORS_KEY_ID"),
    MacAlgorithm: "HMAC_SHA_256",
    Message: base64(purpose),
  });

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Calls an operation of KMS and returns the bytes of one field of its response. */
async function callKms(operation: string, field: string, input: object): Promise<Buffer> {
  const response: Record<string, unknown> = JSON.parse(await kms().call(operation, input));
  const bytes = response[field];
  if (typeof bytes !== "string") throw new Error(`KMS returned no ${field}`);
  return Buffer.from(bytes, "base64");
}
