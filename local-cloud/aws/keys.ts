import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { AwsError } from "./aws-error.ts";
import type { JsonObject } from "./json.ts";
import type { RequiredPermission } from "./role-check.ts";
import { ACCOUNT, type KeyDefinition, REGION } from "./types.ts";

const KeyFile = z.record(z.string(), z.string());
const Context = z.record(z.string(), z.string()).default({});
const EncryptRequest = z.object({ KeyId: z.string(), Plaintext: z.base64(), EncryptionContext: Context });
const DecryptRequest = z.object({
  CiphertextBlob: z.base64(),
  KeyId: z.string().optional(),
  EncryptionContext: Context,
});
const MacRequest = z.object({
  KeyId: z.string(),
  Message: z.base64(),
  MacAlgorithm: z.literal("HMAC_SHA_256"),
});

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAXIMUM_PLAINTEXT_BYTES = 4096;

const keyArn = (id: string): string => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`;
const getKeyId = (idOrArn: string): string => idOrArn.slice(idOrArn.lastIndexOf("/") + 1);
const kmsError = (name: string, message: string): AwsError => new AwsError(name, message);

/** The KMS keys, stored in one file: Encrypt and Decrypt, with the encryption context authenticated, and GenerateMac. */
export class Keys {
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(directory: string, definitions: readonly KeyDefinition[]) {
    const file = join(directory, "keys.json");
    const stored = existsSync(file) ? KeyFile.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
    const missing = definitions.filter(({ KeyId }) => stored[KeyId] === undefined);
    for (const { KeyId } of missing) stored[KeyId] = randomBytes(KEY_BYTES).toString("base64");
    if (missing.length > 0) {
      writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    this.#keys = new Map(Object.entries(stored).map(([id, key]) => [id, Buffer.from(key, "base64")]));
  }

  /** Returns the permissions that a request requires. The key of a decryption is in its ciphertext. */
  requiredPermissions(operation: string, request: JsonObject): RequiredPermission[] {
    const { KeyId, CiphertextBlob: blob, EncryptionContext } = request;
    const id = typeof blob === "string" ? parseEnvelope(Buffer.from(blob, "base64")).keyId : KeyId;
    const context = Context.safeParse(EncryptionContext).data ?? {};
    return [
      {
        action: `kms:${operation}`,
        resource: typeof id === "string" ? keyArn(getKeyId(id)) : "*",
        context: () =>
          new Map(Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]])),
      },
    ];
  }

  /** Runs one request; throws for an unsupported operation. */
  run(operation: string, request: JsonObject): object {
    if (operation === "Encrypt") return this.#encrypt(parse(EncryptRequest, request));
    if (operation === "Decrypt") return this.#decrypt(parse(DecryptRequest, request));
    if (operation === "GenerateMac") return this.#generateMac(parse(MacRequest, request));
    throw kmsError("UnknownOperationException", `KMS ${operation} is not served locally.`);
  }

  #encrypt({ KeyId, Plaintext, EncryptionContext }: z.output<typeof EncryptRequest>): object {
    const plaintext = Buffer.from(Plaintext, "base64");
    if (plaintext.length === 0 || plaintext.length > MAXIMUM_PLAINTEXT_BYTES)
      throw kmsError("ValidationException", `Plaintext must have 1 to ${MAXIMUM_PLAINTEXT_BYTES} bytes.`);
    const id = getKeyId(KeyId);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(id), nonce).setAAD(
      serializeContext(EncryptionContext),
    );
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const name = Buffer.from(id);
    const envelope = [Buffer.from([name.length]), name, nonce, cipher.getAuthTag(), ciphertext];
    return {
      KeyId: keyArn(id),
      CiphertextBlob: Buffer.concat(envelope).toString("base64"),
      EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
    };
  }

  #decrypt({ CiphertextBlob, KeyId, EncryptionContext }: z.output<typeof DecryptRequest>): object {
    const { keyId, nonce, tag, ciphertext } = parseEnvelope(Buffer.from(CiphertextBlob, "base64"));
    if (KeyId !== undefined && getKeyId(KeyId) !== keyId)
      throw kmsError(
        "IncorrectKeyException",
        "The key ID in the request does not identify a CMK that can perform this operation.",
      );
    const decipher = createDecipheriv(ALGORITHM, this.#key(keyId), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(serializeContext(EncryptionContext)).setAuthTag(tag);
    try {
      const plaintext = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
      return {
        KeyId: keyArn(keyId),
        Plaintext: plaintext.toString("base64"),
        EncryptionAlgorithm: "SYMMETRIC_DEFAULT",
      };
    } catch {
      throw invalidCiphertext();
    }
  }

  #generateMac({ KeyId, Message, MacAlgorithm }: z.output<typeof MacRequest>): object {
    const id = getKeyId(KeyId);
    const mac = createHmac("sha256", this.#key(id)).update(Buffer.from(Message, "base64"));
    return { KeyId: keyArn(id), Mac: mac.digest("base64"), MacAlgorithm };
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw kmsError("NotFoundException", `Key '${keyArn(id)}' does not exist`);
    return key;
  }
}

const invalidCiphertext = (): AwsError =>
  kmsError("InvalidCiphertextException", "The ciphertext is not valid.");

function parseEnvelope(envelope: Buffer): { keyId: string; nonce: Buffer; tag: Buffer; ciphertext: Buffer } {
  const afterName = 1 + (envelope[0] ?? 0);
  const afterNonce = afterName + NONCE_BYTES;
  const afterTag = afterNonce + TAG_BYTES;
  if (envelope.length <= afterTag) throw invalidCiphertext();
  return {
    keyId: envelope.toString("utf8", 1, afterName),
    nonce: envelope.subarray(afterName, afterNonce),
    tag: envelope.subarray(afterNonce, afterTag),
    ciphertext: envelope.subarray(afterTag),
  };
}

/** Serializes an encryption context, sorted by name. */
const serializeContext = (context: Record<string, string>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

function parse<S extends z.ZodType>(schema: S, request: JsonObject): z.output<S> {
  const parsed = schema.safeParse(request);
  if (!parsed.success) throw kmsError("ValidationException", z.prettifyError(parsed.error));
  return parsed.data;
}
