import { existsSync, statfsSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOnWindows } from "#infra/exit-on-windows.ts";

/** A file system in memory, on which engines and queues need not wait for a disk. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 2 ** 30;

/** Creates one folder for the temporary files of a test run, and removes it at the end of the run. */
export async function setup(): Promise<() => Promise<void>> {
  exitOnWindows();
  // On macOS, the folder of temporary files is behind a symbolic link, so programs report other paths in it than they were given.
  const folder = await mkdtemp(join(hasMemory() ? MEMORY : await realpath(tmpdir()), "almanac-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Containers often have a small file system there. */
function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
