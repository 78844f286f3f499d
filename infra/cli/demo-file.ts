import { readFile, rename, writeFile } from "node:fs/promises";
import { hashApiKey } from "#lib/identity/api-keys/secret.ts";
import { ApiKeyItem } from "#lib/identity/credentials/api-key-entity.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { Demo, seedDemo } from "./demo.ts";
import { type Target, withTarget } from "./target.ts";

/** Creates the demo data and writes it to a file that only its owner can read, unless the file already matches the service. */
export async function createDemoFile(target: Target, file: string): Promise<{ demo: Demo; isNew: boolean }> {
  const existing = await readDemo(file);
  if (existing?.baseUrl === target.baseUrl && (await withTarget(target, () => isCurrent(existing))))
    return { demo: existing, isNew: false };
  // Created before the secrets are replaced, because they are lost if it can't be written.
  await writeFile(`${file}.new`, "", { mode: 0o600 });
  const demo = await seedDemo(target);
  // Renamed when complete, so that an incomplete file is never used.
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`);
  await rename(`${file}.new`, file);
  return { demo, isNew: true };
}

async function readDemo(file: string): Promise<Demo | undefined> {
  try {
    // The demo of an earlier version lacks some of this one's users.
    return Demo.safeParse(JSON.parse(await readFile(file, "utf8"))).data;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the API keys of a demo file are valid. They are not after the data was deleted, or written to another file. */
async function isCurrent({ users }: Demo): Promise<boolean> {
  const checks = Object.values(users).map(async ({ id, apiKey }) => {
    const key = await findItem(ApiKeyItem, { hash: hashApiKey(apiKey) });
    return key?.userId === id && isLive(key);
  });
  return (await Promise.all(checks)).every(Boolean);
}
