import { DecryptCommand, EncryptCommand, GenerateMacCommand } from "@aws-sdk/client-kms";
import { expect, test } from "vitest";
import { startLocalAws, temporaryDirectory } from "#test/support/cloud/local-aws.ts";

const KEYS = [{ KeyId: "secrets" }, { KeyId: "other" }];
const WITHOUT_TABLES = { keys: KEYS, dynamodbEndpoint: "http://127.0.0.1:9" };
const ARN = "arn:aws:kms:us-east-1:000000000000:key/secrets";
const plaintext = new TextEncoder().encode("whsec_secret");
const EncryptionContext = { webhook: "W-1", purpose: "sealing" };

test("what was encrypted is decrypted again, also after a restart and with the context in another order", async () => {
  const directory = temporaryDirectory();
  const first = await startLocalAws({ ...WITHOUT_TABLES, directory });
  const sealed = await first
    .kms()
    .send(new EncryptCommand({ KeyId: ARN, Plaintext: plaintext, EncryptionContext }));
  expect(sealed.KeyId).toBe(ARN);
  await first.close();
  const second = await startLocalAws({ ...WITHOUT_TABLES, directory });
  const opened = await second.kms().send(
    new DecryptCommand({
      CiphertextBlob: sealed.CiphertextBlob,
      EncryptionContext: { purpose: "sealing", webhook: "W-1" },
    }),
  );
  expect(opened).toMatchObject({ KeyId: ARN, Plaintext: plaintext });
});

test("another context, other bytes or another key open nothing", async () => {
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

test("an unknown key, an empty and an oversized plaintext are refused", async () => {
  const kms = (await startLocalAws(WITHOUT_TABLES)).kms();
  const encrypt = (KeyId: string, bytes: number) =>
    kms.send(new EncryptCommand({ KeyId, Plaintext: new Uint8Array(bytes) }));
  await expect(encrypt("nowhere", 1)).rejects.toMatchObject({ name: "NotFoundException" });
  await expect(encrypt("secrets", 0)).rejects.toMatchObject({ name: "ValidationException" });
  await expect(encrypt("secrets", 4097)).rejects.toMatchObject({ name: "ValidationException" });
  await expect(encrypt("secrets", 4096)).resolves.toBeDefined();
});

test("a code is the same for the same message and key, also after a restart, and for no other", async () => {
  const directory = temporaryDirectory();
  const macWith = async (KeyId: string, text: string) => {
    const aws = await startLocalAws({ ...WITHOUT_TABLES, directory });
    const Message = new TextEncoder().encode(text);
    const answer = await aws
      .kms()
      .send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: "HMAC_SHA_256" }));
    await aws.close();
    return Buffer.from(answer.Mac ?? []).toString("hex");
  };
  const code = await macWith(ARN, "cursors");
  expect(code).toMatch(/^[0-9a-f]{64}$/);
  expect(await macWith("secrets", "cursors")).toBe(code);
  expect(await macWith("secrets", "others")).not.toBe(code);
  expect(await macWith("other", "cursors")).not.toBe(code);
});
