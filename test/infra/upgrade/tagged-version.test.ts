import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNewestTag, withTag } from "#infra/upgrade/tagged-version.ts";

let project: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: project,
  });

/** Commits a file with this text. */
async function commit(text: string): Promise<void> {
  await writeFile(join(project, "file"), text);
  git("add", "file");
  git("commit", "--quiet", "--message", text);
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "almanac-tags-"));
  git("init", "--quiet");
  await commit("first");
});
afterAll(() => rm(project, { recursive: true }));

describe("the version with which an upgrade is compared", () => {
  it("is undefined if no version is tagged", async () => {
    git("tag", "nightly");
    expect(await findNewestTag(project)).toBeUndefined();
  });

  it("is the newest by number, not alphabetically, and only of this branch", async () => {
    git("tag", "v0.9.0");
    await commit("second");
    git("tag", "v0.10.0");
    git("checkout", "--quiet", "-b", "other");
    await commit("other");
    git("tag", "v2.0.0");
    git("checkout", "--quiet", "-");
    await commit("third");
    expect(await findNewestTag(project)).toBe("v0.10.0");
  });

  it("is checked out in another folder, which is removed even after a failure", async () => {
    let folder = "";
    const read = withTag(project, "v0.9.0", async (at) => {
      folder = at;
      return readFile(join(at, "file"), "utf8");
    });
    expect(await read).toBe("first");
    await expect(withTag(project, "v0.9.0", () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    expect(existsSync(folder)).toBe(false);
    expect(git("worktree", "list").toString().trim().split("\n")).toHaveLength(1);
  });
});
