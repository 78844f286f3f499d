import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

const PLATFORMS = [
  ["darwin", "arm64"],
  ["darwin", "x64"],
  ["linux", "arm64"],
  ["linux", "x64"],
  ["win32", "x64"],
] as const;

const Entry = z.object({
  version: z.string(),
  os: z.array(z.string()),
  cpu: z.array(z.string()),
  optional: z.literal(true),
});
const LockFile = z.object({ packages: z.record(z.string(), z.unknown()) });
const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(PROJECT, file), "utf8"));
const engineOf = (os: string, cpu: string): string => `@dynoxide/${os}-${cpu}`;

test("the lock file has the engine of every platform", () => {
  const { optionalDependencies } = Manifest.parse(readJson("local-cloud/package.json"));
  expect(Object.keys(optionalDependencies)).toEqual(PLATFORMS.map(([os, cpu]) => engineOf(os, cpu)));
  const { packages } = LockFile.parse(readJson("package-lock.json"));
  for (const [os, cpu] of PLATFORMS) {
    const name = engineOf(os, cpu);
    expect(Entry.parse(packages[`node_modules/${name}`])).toEqual({
      version: optionalDependencies[name],
      os: [os],
      cpu: [cpu],
      optional: true,
    });
  }
});

// `npm ci` checks that the lock file matches package.json, and with `--dry-run` prints what it would install.
test.each(PLATFORMS)("npm ci on %s %s installs its engine, and no other", async (os, cpu) => {
  const directory = mkdtempSync(join(tmpdir(), "install-"));
  mkdirSync(join(directory, "local-cloud"));
  for (const file of ["package.json", "package-lock.json", ".npmrc", "local-cloud/package.json"])
    copyFileSync(join(PROJECT, file), join(directory, file));
  const options = [
    "ci",
    "--dry-run",
    "--offline",
    "--ignore-scripts",
    // Also below an npm that prints less, such as `npm run --silent`.
    "--loglevel=notice",
    "--no-audit",
    `--os=${os}`,
    `--cpu=${cpu}`,
  ];
  const { stdout } = await promisify(execFile)("npm", options, { cwd: directory });
  const added = [...stdout.matchAll(/^add (@dynoxide\/\S+) (\S+)$/gm)];
  expect(added.map(([, name]) => name)).toEqual([engineOf(os, cpu)]);
});
