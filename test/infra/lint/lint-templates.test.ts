import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasCfnLint, lintTemplates } from "#infra/lint/lint-templates.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-path-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Puts a program of this name on the PATH that records the files among its arguments, and ends with this status. */
async function putCfnLint(status: number): Promise<void> {
  const program = join(folder, "cfn-lint");
  await writeFile(
    program,
    `#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nls "$@" >${join(folder, "files")}\nexit ${status}\n`,
  );
  await chmod(program, 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
}

describe("npm run lint:templates", () => {
  it("finds out that cfn-lint is missing", () => {
    vi.stubEnv("PATH", folder);
    expect(hasCfnLint()).toBe(false);
  });

  it("gives cfn-lint the templates of the stack and of its nested stacks, and fails when it does", async () => {
    await putCfnLint(0);
    expect(hasCfnLint()).toBe(true);
    expect(await lintTemplates({ stage: "dev" })).toBe(true);
    const files = (await readFile(join(folder, "files"), "utf8")).trim().split("\n");
    expect(files).toEqual([
      "Almanac-dev.template.json",
      ...["Consumers", "Data", "Reads", "Writes"].map((name) =>
        expect.stringMatching(new RegExp(`^Almanacdev${name}.*\\.nested\\.template\\.json$`)),
      ),
    ]);
    await putCfnLint(2);
    expect(await lintTemplates({ stage: "dev" })).toBe(false);
  });
});
