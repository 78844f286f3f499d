import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from "@aws-sdk/client-kms";
import { awsSettings } from "./aws-settings.ts";
import { BoundedCache, getOrLoad } from "./bounded-cache.ts";
import { env } from "./env.ts";
import { perService } from "./per-service.ts";

const kms = /* @__PURE__ */ perService(() => new KMSClient(awsSettings("KMS")));

const MAX_CACHED = 1_000;
/** Decrypted texts by their ciphertext and context, so that a warm function calls KMS once for each. */
const decrypted = /* @__PURE__ */ perService(() => new BoundedCache<string, Promise<string>>(MAX_CACHED));
/** Derived keys by their purpose. */
const derived = /* @__PURE__ */ perService(() => new BoundedCache<string, Promise<Uint8Array>>(MAX_CACHED));

/**
 * Encrypts a text with the key of the service; returns base64.
 *
 * @param context - names the item that the text belongs to; decryption needs the same context
 */
export async function encryptText(text: string, context: Record<string, string>): Promise<string> {
  const command = new EncryptCommand({
    KeyId: env("SECRETS_KEY_ID"),
    Plaintext: Buffer.from(text),
    EncryptionContext: context,
  });
  const { CiphertextBlob } = await kms().send(command);
  return bytesOf(CiphertextBlob).toString("base64");
}

/** Decrypts the result of {@link encryptText}. A warm function caches the text. Throws if the context is different. */
export const decryptText = (ciphertext: string, context: Record<string, string>): Promise<string> =>
  getOrLoad(decrypted(), `${ciphertext} ${JSON.stringify(context)}`, async () => {
    const command = new DecryptCommand({
      KeyId: env("SECRETS_KEY_ID"),
      CiphertextBlob: Buffer.from(ciphertext, "base64"),
      EncryptionContext: context,
    });
    const { Plaintext } = await kms().send(command);
    return bytesOf(Plaintext).toString();
  });

/**
 * Derives a secret of 32 bytes from the key of the service. The same purpose has the same secret, which is stored nowhere. A warm function
 * caches it.
 */
export const deriveKey = (purpose: string): Promise<Uint8Array> =>
  getOrLoad(derived(), purpose, async () => {
    const command = new GenerateMacCommand({
      KeyId: env("CURSORS_KEY_ID"),
      MacAlgorithm: "HMAC_SHA_256",
      Message: Buffer.from(purpose),
    });
    const { Mac } = await kms().send(command);
    return bytesOf(Mac);
  });

function bytesOf(bytes: Uint8Array | undefined): Buffer {
  if (bytes === undefined) throw new Error("the response of KMS is incomplete");
  return Buffer.from(bytes);
}
