/**
 * Writes down what the functions called in the tests that ran, beside what was known; with `--anew` only that, for a run of
 * the whole suite.
 *
 * Usage: npm test, node infra/roles/main.ts [--anew], npm run documents
 */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { resourcePolicies } from "./policies.ts";
import { mergeCalls, type RecordedRoles, ROLE_USAGE_FILE, readRecordedRoles } from "./recorded.ts";
import { readKeptUsage } from "./usage-files.ts";

const isAnew = process.argv.includes("--anew");
const known = isAnew ? [] : [(await readRecordedRoles()).functions];
const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);
const recorded: RecordedRoles = {
  functions: mergeCalls([...known, ...readKeptUsage()], specs),
  policies: await resourcePolicies(),
};
await writeFile(ROLE_USAGE_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
execFileSync(join(PROJECT, "node_modules/.bin/biome"), ["format", "--write", ROLE_USAGE_FILE]);
console.log("wrote docs/role-usage.json; now: npm run documents");
