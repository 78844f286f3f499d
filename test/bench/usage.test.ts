import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";

const bench = (...options: string[]) =>
  spawnSync(process.execPath, ["bench/main.ts", ...options], { cwd: PROJECT, encoding: "utf8" });

it("`npm run bench -- --help` prints the usage", () => {
  const { status, stdout } = bench("--help");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Usage: npm run bench/)]);
});

it.each([
  [["nothing"], 'There is no part "nothing".'],
  [["--nothing"], "Unknown option '--nothing'"],
])("prints the reason and the usage for %j", (options, reason) => {
  const { status, stderr } = bench(...options);
  expect(status).toBe(2);
  expect(stderr).toContain(reason);
  expect(stderr).toContain("Usage: npm run bench");
});
