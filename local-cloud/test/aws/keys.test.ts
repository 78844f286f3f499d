import { DecryptCommand, EncryptCommand, GenerateMacCommand } from "@aws-sdk/client-kms";
import { expect, test } from "vitest";
import { startLocalAws, temporaryDirectory } from "#local-cloud/testing/local-aws.ts";

const KEYS = [{ KeyId: "secrets" }, { KeyId: "other" }];
const WITHOUT_TABLES = { keys: KEYS, dynamodbEndpoint: "http://127.0.0.1:9" };
const ARN = "arn:aws:kms:us-east-1:000000000000:key/secrets";
const plaintext = new TextEncoder().encode("whsec_secret");
const EncryptionContext = { webhook: "W-1", purpose: "signing" };

test("a ciphertext can be decrypted after a restart, with the context in another order", async () => {
  const directory = temporaryDirectory();
  const first = await startLocalAws({ ...WITHOUT_TABLES, directory });
  const encrypted = await first
    .kms()
    .send(new EncryptCommand({ KeyId: ARN, Plaintext: plaintext, EncryptionContext }));
  expect(encrypted.KeyId).toBe(ARN);
  await first.close();
  const second = await startLocalAws({ ...WITHOUT_TABLES, directory });
  const decrypted = await second.kms().send(
    new DecryptCommand({
      CiphertextBlob: encrypted.CiphertextBlob,
      EncryptionContext: { purpose: "signing", webhook: "W-1" },
    }),
  );
  expect(decrypted).toMatchObject({ KeyId: ARN, Plaintext: plaintext });
});

test("a ciphertext can't be decrypted with another context or key, or after a change", async () => {
  const kms = (await startLocalAws(WITHOUT_TABLES)).kms();
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({ KeyId: "secrets", Plaintext: plaintext, EncryptionContext }),
  );
  const decrypt = (input: object) =>
    kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, ...input }));
  const invalid = { name: "InvalidCiphertextException" };
  await expect(decrypt({ EncryptionContext: { webhook: "W-2" } })).rejects.toMatchObject(invalid);
  await expect(
    decrypt({ CiphertextBlob: CiphertextBlob?.map((byte, n) => (n === 40 ? byte ^ 1 : byte)) }),
  ).rejects.toMatchObject(invalid);
  await expect(decrypt({ CiphertextBlob: new Uint8Array([1, 2]) })).rejects.toMatchObject(invalid);
  await expect(decrypt({ KeyId: "other" })).rejects.toMatchObject({ name: "IncorrectKeyException" });
});

test("an unknown key, and an empty or oversized plaintext are rejected", async () => {
  const kms = (await startLocalAws(WITHOUT_TABLES)).kms();
  const encrypt = (KeyId: string, bytes: number) =>
    kms.send(new EncryptCommand({ KeyId, Plaintext: new Uint8Array(bytes) }));
  await expect(encrypt("nowhere", 1)).rejects.toMatchObject({ name: "NotFoundException" });
  await expect(encrypt("secrets", 0)).rejects.toMatchObject({ name: "ValidationException" });
  await expect(encrypt("secrets", 4097)).rejects.toMatchObject({ name: "ValidationException" });
  await expect(encrypt("secrets", 4096)).resolves.toBeDefined();
});

test("a message authentication code depends on message and key, and is the same after a restart", async () => {
  const directory = temporaryDirectory();
  const generateMac = async (KeyId: string, text: string) => {
    const aws = await startLocalAws({ ...WITHOUT_TABLES, directory });
    const Message = new TextEncoder().encode(text);
    const response = await aws
      .kms()
      .send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: "HMAC_SHA_256" }));
    await aws.close();
    return Buffer.from(response.Mac ?? []).toString("hex");
  };
  const mac = await generateMac(ARN, "cursors");
  expect(mac).toMatch(/^[0-9a-f]{64}$/);
  expect(await generateMac("secrets", "cursors")).toBe(mac);
  expect(await generateMac("secrets", "others")).not.toBe(mac);
  expect(await generateMac("other", "cursors")).not.toBe(mac);
});
