/**
 * Prints `N passed, N failed` from vitest's JSON report and exits non-zero unless all is well.
 * A test file that does not load, a failed check and a runner that fails without a failed test count as one each.
 *
 * Usage: node count.mjs <report> <exit code of the check> <exit code of the tests>
 */
import { existsSync, readFileSync } from "node:fs";

const [path, checkExit, testsExit] = process.argv.slice(2);
const files = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).testResults : [];
const outcomes = files.flatMap((file) => file.assertionResults.map((test) => test.status));
const passed = outcomes.filter((status) => status === "passed").length;
const failedTests = outcomes.filter((status) => status === "failed").length;
const brokenFiles = files.filter(
  (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
).length;
const brokenRun = Number(testsExit) !== 0 && failedTests + brokenFiles === 0 ? 1 : 0;
const failed = failedTests + brokenFiles + brokenRun + (Number(checkExit) === 0 ? 0 : 1);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
