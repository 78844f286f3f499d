/**
 * Compares the sources with the newest tagged version. Fails if an upgrade would delete or replace a resource that
 * contains data, or if the OpenAPI document breaks its clients.
 *
 * Usage: npm run upgrade:check
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT } from "#infra/project.ts";
import { STAGE_NAMES } from "#infra/stage-defaults.ts";
import { findBreakingChanges } from "./breaking-changes.ts";
import { findLosses, listStatefulResources } from "./stateful.ts";
import { findNewestTag, withTag } from "./tagged-version.ts";
import { readAssembly, type SynthesizedTemplate, synthesizeStage } from "./templates.ts";

const run = promisify(execFile);
const DOCUMENT = "docs/openapi.json";

const tag = await findNewestTag(PROJECT);
if (tag === undefined) {
  console.log("No version is tagged (v1.0.0, …), so there is nothing to compare with.");
} else {
  const problems = await withTag(PROJECT, tag, (folder) => findProblems(folder));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`An upgrade from ${tag} loses no data and breaks no client.`);
}

async function findProblems(folder: string): Promise<string[]> {
  await run("npm", ["ci"], { cwd: folder });
  const problems = await findBreakingChanges(join(folder, DOCUMENT), join(PROJECT, DOCUMENT));
  for (const stage of STAGE_NAMES) {
    const [before, after] = [await synthesizeIn(folder, stage), await synthesizeStage(stage)];
    problems.push(...findLosses(listStatefulResources(before), listStatefulResources(after), stage));
  }
  return problems;
}

/** Synthesizes a stage from the sources in another folder. */
async function synthesizeIn(folder: string, stage: string): Promise<SynthesizedTemplate> {
  const output = await mkdtemp(join(tmpdir(), "almanac-synth-"));
  try {
    const command = ["cdk", "synth", "--quiet", "--context", `stage=${stage}`, "--output", output];
    await run("npx", command, { cwd: folder });
    return await readAssembly(output);
  } finally {
    await rm(output, { recursive: true });
  }
}
