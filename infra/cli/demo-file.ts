import { readFile, rename, writeFile } from "node:fs/promises";
import { OPERATOR } from "#lib/caller.ts";
import { getUser } from "#lib/users/find.ts";
import { Demo, seedDemo } from "./demo.ts";
import { ifFound } from "./if-found.ts";
import { type Target, withTarget } from "./target.ts";

/** Writes the demo data with its secrets to a file that only its owner may read, unless the file matches the service already. */
export async function createDemoFile(cloud: Target, file: string): Promise<{ demo: Demo; isNew: boolean }> {
  const kept = await readDemo(file);
  if (kept && (await withTarget(cloud, () => isThere(kept)))) return { demo: kept, isNew: false };
  const demo = await seedDemo(cloud);
  // Renamed when complete, so that an incomplete file is never used.
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
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

/** Whether the service has the users of a demo file; after its data was deleted it has none, or others. */
async function isThere({ users }: Demo): Promise<boolean> {
  const checks = Object.values(users).map(async ({ id, email }) => {
    const user = await ifFound(getUser(OPERATOR, { email }));
    return user?.id === id;
  });
  return (await Promise.all(checks)).every(Boolean);
}
