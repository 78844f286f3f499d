/**
 * Prints `N passed, N failed` from vitest's JSON reports and exits non-zero unless all is well.
 * A test file that does not load, a failed check and a runner that fails without a failed test count as one each.
 *
 * Usage: node count.mjs <exit code of the check> (<report> <exit code of its tests>)…
 */
import { existsSync, readFileSync } from "node:fs";

const [checkExit, ...runs] = process.argv.slice(2);
let passed = 0;
let failed = Number(checkExit) === 0 ? 0 : 1;
while (runs.length > 0) {
  const [path, exit] = runs.splice(0, 2);
  const files = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).testResults : [];
  const outcomes = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const failedTests = outcomes.filter((status) => status === "failed").length;
  const brokenFiles = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  passed += outcomes.filter((status) => status === "passed").length;
  failed += failedTests + brokenFiles;
  if (Number(exit) !== 0 && failedTests + brokenFiles === 0) failed += 1;
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
