import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates one folder for the temporary files of a test run, and removes it at the end of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
