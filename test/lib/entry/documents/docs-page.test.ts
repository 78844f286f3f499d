import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { handler as page } from "#functions/documents/page.ts";
import { invoke } from "#test/support/calls/invoke.ts";

const KEY = "sk_demo";

async function demoFile(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "demo-")), "demo.json");
  await writeFile(file, JSON.stringify({ users: { alice: { apiKey: KEY, id: 1 } } }));
  return file;
}

test("the docs page of a local service contains the demo key, and only pages of the service can read it", async () => {
  vi.stubEnv("DEMO_FILE", await demoFile());
  const { text, headers } = await invoke(page);
  expect(text).toContain(`&quot;bearer&quot;:{&quot;token&quot;:&quot;${KEY}&quot;}`);
  expect(headers["Access-Control-Allow-Origin"]).toBe("https://api.example.com");
});

test("the docs page contains no key without demo data", async () => {
  vi.stubEnv("DEMO_FILE", join(tmpdir(), "no-such-demo.json"));
  const { text, headers } = await invoke(page);
  expect(text).not.toContain("token");
  expect(headers["Access-Control-Allow-Origin"]).toBe("*");
});

test("the docs page of a deployed service contains no key: DEMO_FILE is not set there", async () => {
  const { text, headers } = await invoke(page);
  expect(text).not.toContain("token");
  expect(headers["Access-Control-Allow-Origin"]).toBe("*");
});
