import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { keepDemo } from "#infra/cli/demo-file.ts";
import { useCloud } from "#test/support/cloud.ts";

const cloud = useCloud();

/** The commands of the docs, one after the other, for a service at another address. */
const commands = (): string => {
  const blocks = readFileSync("docs/oauth.md", "utf8").matchAll(/```sh\n(.*?)```/gs);
  return [...blocks].map(([, block = ""]) => block).join("\n");
};

test("O-01 the flow of the docs works word for word, with curl, in forms and JSON, refreshed by body and header", async () => {
  const directory = mkdtempSync(join(tmpdir(), "almanac-docs-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, ".local"));
  await keepDemo(cloud(), join(directory, ".local/demo.json"));
  const script = commands().replace("http://127.0.0.1:3000/v1", cloud().baseUrl);
  const { stdout } = await promisify(execFile)("bash", ["-euc", script], { cwd: directory });
  expect(stdout).toContain(`${cloud().baseUrl}/auth/oauth2/authorize?client_id=`);
  expect(stdout).toContain('"alice@example.com"');
  expect(stdout).toContain('"bookings":');
  expect(stdout.match(/"refresh_token":"rt_/g)).toHaveLength(2);
  expect(stdout).not.toContain('"error"');
  expect(stdout).toMatch(/\{\}\s*$/);
});
