import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from "@aws-sdk/client-kms";
import { env } from "./env.ts";
import { perService } from "./per-service.ts";
import { RequestHandler } from "./request-handler.ts";

const REQUEST_MS = 3_000;

const kms = /* @__PURE__ */ perService(
  () => new KMSClient({ requestHandler: new RequestHandler(REQUEST_MS) }),
);

/** Encrypts bytes with the key of the service; the context must be the same to decrypt them. */
export async function encrypt(plain: Uint8Array, context: Record<string, string>): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms().send(
    new EncryptCommand({ KeyId: env("SECRETS_KEY_ID"), Plaintext: plain, EncryptionContext: context }),
  );
  if (!CiphertextBlob) throw new Error("KMS answered no ciphertext");
  return CiphertextBlob;
}

/** Decrypts what {@link encrypt} returned; throws when the context is another. */
export async function decrypt(sealed: Uint8Array, context: Record<string, string>): Promise<Uint8Array> {
  const { Plaintext } = await kms().send(
    new DecryptCommand({
      KeyId: env("SECRETS_KEY_ID"),
      CiphertextBlob: sealed,
      EncryptionContext: context,
    }),
  );
  if (!Plaintext) throw new Error("KMS answered no plaintext");
  return Plaintext;
}

/** A secret of 32 bytes that is the same for the same purpose wherever it is asked for, and kept nowhere. */
export async function deriveKey(purpose: string): Promise<Uint8Array> {
  const { Mac } = await kms().send(
    new GenerateMacCommand({
      KeyId: env("CURSORS_KEY_ID"),
      MacAlgorithm: "HMAC_SHA_256",
      Message: Buffer.from(purpose),
    }),
  );
  if (!Mac) throw new Error("KMS answered no code");
  return Mac;
}
