import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOnWindows } from "#infra/exit-on-windows.ts";

/** Creates one folder for the temporary files of a test run, and removes it at the end of the run. */
export async function setup(): Promise<() => Promise<void>> {
  exitOnWindows();
  // On macOS, the folder of temporary files is behind a symbolic link, so programs report other paths in it than they were given.
  const folder = await mkdtemp(join(await realpath(tmpdir()), "almanac-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
