import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { PROJECT } from "#infra/project.ts";
import { hashSources } from "./source-hash.ts";

const KEPT_MILLISECONDS = 7 * 86_400_000;

/**
 * Folder of the cloud assembly of the present sources, made with these settings in the context. CDK is loaded only when
 * either changed since the last time: an assembly is kept under the hash of both, for a week.
 */
export async function currentAssembly(context: Record<string, unknown> = {}): Promise<string> {
  const kept = join(PROJECT, ".build/assemblies");
  const directory = join(kept, hashSources(PROJECT, context));
  if (existsSync(directory)) return directory;
  await mkdir(kept, { recursive: true });
  const fresh = await mkdtemp(join(kept, "new-"));
  // In a thread, so that CDK's memory is given back.
  const worker = new Worker(new URL("./synthesize-worker.ts", import.meta.url), {
    workerData: { outdir: fresh, context },
  });
  await once(worker, "exit");
  await rename(fresh, directory).catch(async (error: unknown) => {
    // Another process was faster with the same sources.
    if (!existsSync(directory)) throw error;
    await rm(fresh, { recursive: true });
  });
  await removeOld(kept);
  return directory;
}

async function removeOld(kept: string): Promise<void> {
  for (const name of await readdir(kept)) {
    const path = join(kept, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - KEPT_MILLISECONDS) await rm(path, { recursive: true, force: true });
  }
}
