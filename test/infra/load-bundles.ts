import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Bundle } from "#infra/bundle.ts";

/** What a process has loaded after these bundles: modules of Node's HTTP client and of its threads, and whether zod compiles schemas. */
export async function loadBundles(bundles: readonly Bundle[]): Promise<typeof NOTHING_SLOW> {
  const files = bundles.map(({ directory }) => pathToFileURL(join(directory, "index.mjs")).href);
  const program = `for (const file of ${JSON.stringify(files)}) await import(file);
    const loaded = (name) => process.moduleLoadList.filter((each) => each.includes(name)).length;
    const { jitless } = globalThis.__zod_globalConfig;
    console.log(JSON.stringify({ httpClient: loaded("undici"), threads: loaded("worker_threads"), jitless }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  return JSON.parse(stdout);
}

/** Neither makes a cold start slow. */
export const NOTHING_SLOW = { httpClient: 0, threads: 0, jitless: true };
