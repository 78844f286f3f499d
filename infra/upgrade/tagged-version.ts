import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Finds the newest tag that is an ancestor of the sources in `project`, such as `v1.2.0`. */
export async function findNewestTag(project: string): Promise<string | undefined> {
  const command = ["tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged=HEAD"];
  const { stdout } = await run("git", command, { cwd: project });
  return stdout.split("\n").find((tag) => tag !== "");
}

/** Checks out a tag to a temporary folder, runs `use` with the folder, and deletes it. */
export async function withTag<T>(
  project: string,
  tag: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(await mkdtemp(join(tmpdir(), "almanac-tag-")), tag);
  await run("git", ["worktree", "add", "--detach", folder, tag], { cwd: project });
  try {
    return await use(folder);
  } finally {
    await run("git", ["worktree", "remove", "--force", folder], { cwd: project });
    await rm(join(folder, ".."), { recursive: true });
  }
}
