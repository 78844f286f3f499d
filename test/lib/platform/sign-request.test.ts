import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signRequest } from "#lib/platform/sign-request.ts";

/** The hash that the SDK's signer asks for. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as string);
  }
  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error("not used");
  }
}

const text = fc.string({ minLength: 1, unit: fc.constantFrom(..."AZaz09+/=-_") });
const requests = fc.record({
  service: fc.constantFrom("dynamodb", "sqs", "kms"),
  region: fc.constantFrom("us-east-1", "eu-west-1"),
  path: fc.webPath({ size: "small" }).map(
    (path) =>
      `/${path
        .split("/")
        .filter((part) => part && !/^\.+$/.test(part))
        .join("/")}`,
  ),
  target: text,
  body: fc.string({ unit: "grapheme" }),
  at: fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
  credentials: fc.record({
    accessKeyId: text,
    secretAccessKey: text,
    sessionToken: fc.option(text, { nil: undefined }),
  }),
});

test("requests are signed as the SDK signs them", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ service, region, path, target, body, at, credentials }) => {
      const hostname = `${service}.${region}.amazonaws.com`;
      const headers = {
        host: hostname,
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": target,
      };
      const { sessionToken, ...keys } = credentials;
      const signer = new SignatureV4({
        service,
        region,
        credentials: { ...keys, ...(sessionToken !== undefined && { sessionToken }) },
        sha256: Sha256,
        applyChecksum: false,
      });
      const theirs = await signer.sign(
        { method: "POST", protocol: "https:", hostname, path, headers: { ...headers }, body },
        { signingDate: at },
      );
      expect(signRequest({ service, region, path, headers, body }, credentials, at)).toEqual(theirs.headers);
    }),
  );
});
