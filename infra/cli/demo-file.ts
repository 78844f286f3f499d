import { readFile, rename, writeFile } from "node:fs/promises";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { getUser } from "#lib/identity/users/read.ts";
import { Demo, seedDemo } from "./demo.ts";
import { type Target, withTarget } from "./target.ts";

/** Creates the demo data and writes it to a file that only its owner can read, unless the file already matches the service. */
export async function createDemoFile(target: Target, file: string): Promise<{ demo: Demo; isNew: boolean }> {
  const existing = await readDemo(file);
  if (existing?.baseUrl === target.baseUrl && (await withTarget(target, () => isCurrent(existing))))
    return { demo: existing, isNew: false };
  const demo = await seedDemo(target);
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

/** Whether the service has the users of a demo file. After its data was deleted, it has none or others. */
async function isCurrent({ users }: Demo): Promise<boolean> {
  const checks = Object.values(users).map(async ({ id, email }) => {
    const user = await undefinedIfNotFound(getUser(OPERATOR, { email }));
    return user?.id === id;
  });
  return (await Promise.all(checks)).every(Boolean);
}
