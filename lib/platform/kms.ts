import { AwsClient } from "./aws-client.ts";
import { env } from "./env.ts";
import { perService } from "./per-service.ts";

const kms = /* @__PURE__ */ perService(
  () =>
    new AwsClient({
      service: "kms",
      endpointVariable: "AWS_ENDPOINT_URL_KMS",
      target: "TrentService",
      jsonVersion: "1.1",
      requestMs: 3_000,
    }),
);

/** Encrypts bytes with the key of the service; the context must be the same to decrypt them. */
export const encrypt = (plain: Uint8Array, context: Record<string, string>): Promise<Uint8Array> =>
  bytesOf("CiphertextBlob", "Encrypt", {
    KeyId: env("SECRETS_KEY_ID"),
    Plaintext: base64(plain),
    EncryptionContext: context,
  });

/** Decrypts what {@link encrypt} returned; throws when the context is another. */
export const decrypt = (sealed: Uint8Array, context: Record<string, string>): Promise<Uint8Array> =>
  bytesOf("Plaintext", "Decrypt", {
    KeyId: env("SECRETS_KEY_ID"),
    CiphertextBlob: base64(sealed),
    EncryptionContext: context,
  });

/** A secret of 32 bytes that is the same for the same purpose wherever it is asked for, and kept nowhere. */
export const deriveKey = (purpose: string): Promise<Uint8Array> =>
  bytesOf("Mac", "GenerateMac", {
    KeyId: env("CURSORS_KEY_ID"),
    MacAlgorithm: "HMAC_SHA_256",
    Message: base64(Buffer.from(purpose)),
  });

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

async function bytesOf(field: string, operation: string, input: object): Promise<Uint8Array> {
  const output: Record<string, unknown> = JSON.parse(await kms().call(operation, input));
  const bytes = output[field];
  if (typeof bytes !== "string") throw new Error(`KMS returned no ${field}`);
  return new Uint8Array(Buffer.from(bytes, "base64"));
}
