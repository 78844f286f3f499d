import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { loadRegistry } from "#infra/registry.ts";

/** The journey that runs the consumers of each folder and compares their calls with their permissions. */
const JOURNEYS: Record<string, string> = {
  calendars: "calendars",
  events: "webhooks",
  mails: "mails",
  oauth: "key-rotation",
  payments: "payments",
  stream: "pages",
};

it("every consumer has a journey that checks that it uses all its permissions and is denied nothing", async () => {
  const { consumers } = await loadRegistry();
  const folders = new Set(consumers.map(({ spec }) => spec.id.split(".")[0]));
  expect([...folders]).toEqual(Object.keys(JOURNEYS));
  for (const journey of Object.values(JOURNEYS)) {
    const text = await readFile(join(PROJECT, `test/journeys/${journey}.test.ts`), "utf8");
    expect(text, journey).toMatch(/deniedCalls\(.*unusedPermissions\(/s);
  }
});
