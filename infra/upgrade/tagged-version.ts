import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The newest tagged version that the sources in `project` come after, such as `v1.2.0`; undefined when none is tagged. */
export async function findNewestTag(project: string): Promise<string | undefined> {
  const command = ["tag", "--list", "v[0-9]*", "--sort=-version:refname", "--merged=HEAD"];
  const { stdout } = await run("git", command, { cwd: project });
  return stdout.split("\n").find((tag) => tag !== "");
}

/** Checks a tag out beside the sources in `project`, runs `use` with its folder, and removes it again. */
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
