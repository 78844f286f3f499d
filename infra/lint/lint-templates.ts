import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "#infra/synthesize.ts";

/** Returns whether `cfn-lint` is on the PATH. */
export const hasCfnLint = (): boolean => spawnSync("cfn-lint", ["--version"]).error === undefined;

/** CDK adds a `DependsOn` for a function's role, which the reference to the role implies (W3005). It has no effect. */
const IGNORED = "W3005";

/** Runs `cfn-lint`, which prints its findings, for the templates with these settings. Returns whether there are none. */
export async function lintTemplates(settings: Record<string, string>): Promise<boolean> {
  const outdir = await mkdtemp(join(tmpdir(), "almanac-lint-"));
  try {
    await synthesize({ outdir, context: settings, validates: false });
    const files = (await readdir(outdir)).filter((file) => file.endsWith(".template.json"));
    const { status, error } = spawnSync("cfn-lint", ["--ignore-checks", IGNORED, "--", ...files], {
      cwd: outdir,
      stdio: "inherit",
    });
    if (error !== undefined) throw error;
    return status === 0;
  } finally {
    await rm(outdir, { recursive: true });
  }
}
