import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { PROJECT } from "#infra/project.ts";
import type { AssemblyRequest } from "./synthesize-locally.ts";

/** The sources of the template and the bundles. */
const SOURCES = [
  "functions",
  "lib",
  "infra",
  "docs/openapi.json",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Folders that run only on a developer's machine and do not affect the template. */
const IGNORED_FOLDERS = ["infra/local", "infra/cli"];

const MAX_AGE_MILLISECONDS = 7 * 86_400_000;

/**
 * Returns the folder of the cloud assembly of the current sources with this CDK context. It is cached for a week under the
 * hash of both, so that CDK is loaded only after a change.
 */
export async function getCurrentAssembly(
  context: Record<string, unknown> = {},
  synthesize: (request: AssemblyRequest) => Promise<void> = synthesizeInThread,
): Promise<string> {
  const cache = join(PROJECT, ".build/assemblies");
  const directory = join(cache, hashSources(PROJECT, context));
  if (existsSync(directory)) return directory;
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(join(cache, "new-"));
  await synthesize({ outdir: temporary, context });
  await rename(temporary, directory).catch(async (error: unknown) => {
    // Another process has created the same assembly in the meantime.
    if (!existsSync(directory)) throw error;
    await rm(temporary, { recursive: true });
  });
  await deleteOldAssemblies(cache);
  return directory;
}

/** A thread releases CDK's memory when it ends. */
async function synthesizeInThread(workerData: AssemblyRequest): Promise<void> {
  await once(new Worker(new URL("./synthesize-worker.ts", import.meta.url), { workerData }), "exit");
}

async function deleteOldAssemblies(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - MAX_AGE_MILLISECONDS) await rm(path, { recursive: true, force: true });
  }
}

/** Returns a hash of the contents of all sources of the cloud assembly, and of its CDK context. */
function hashSources(project: string, context: Record<string, unknown>): string {
  const hash = createHash("sha256").update(JSON.stringify(context));
  for (const file of SOURCES.flatMap((source) => listFiles(project, source))) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(project, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function listFiles(project: string, path: string): string[] {
  if (path.includes(".")) return [path];
  return readdirSync(join(project, path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`;
      if (!entry.isDirectory()) return [child];
      return IGNORED_FOLDERS.includes(child) ? [] : listFiles(project, child);
    });
}
