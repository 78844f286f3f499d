import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { newSecret, signatureHeaders } from "#lib/delivery/subscriptions/secrets.ts";

test.each([newSecret(), "an own text, é"])("the shell verifies requests signed with %s", async (secret) => {
  const directory = mkdtempSync(join(tmpdir(), "almanac-verify-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const body = '{"title":"Tea – 茶"}';
  const headers = signatureHeaders({ id: "dlv_1", at: Date.now(), body, secrets: [newSecret(), secret] });
  const [headerFile, bodyFile] = [join(directory, "headers"), join(directory, "body")];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  writeFileSync(headerFile, lines.join(""));
  writeFileSync(bodyFile, body);
  const verify = (key: string) =>
    promisify(execFile)("sh", ["docs/examples/verify.sh", key, headerFile, bodyFile]);
  expect((await verify(secret)).stdout).toBe("verified dlv_1\n");
  await expect(verify(newSecret())).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^refused/),
  });
  writeFileSync(bodyFile, `${body}\n`);
  await expect(verify(secret)).rejects.toMatchObject({ code: 1 });
});
