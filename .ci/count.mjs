/**
 * Prints the failures, then `N passed, N failed`, from vitest's JSON reports. Exits non-zero if anything failed.
 * The failures come last because many readers of a long log see only its end.
 * A test file that does not load, a failed check and a runner that fails without a failed test count as one each.
 *
 * Usage: node count.mjs <exit code of the check> (<report> <exit code of its tests>)…
 */
import { existsSync, readFileSync } from "node:fs";

const [checkExit, ...runs] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (Number(checkExit) !== 0) fail(`npm run check: exit code ${checkExit}`);
while (runs.length > 0) {
  const [path, exit] = runs.splice(0, 2);
  const files = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).testResults : [];
  const failedBefore = failed;
  for (const { name, status, message, assertionResults } of files) {
    const tests = assertionResults.filter((test) => test.status === "failed");
    passed += assertionResults.filter((test) => test.status === "passed").length;
    for (const test of tests) fail(`${name}: ${test.fullName}\n${test.failureMessages.join("\n")}`);
    if (status === "failed" && tests.length === 0) fail(`${name}: ${message}`);
  }
  if (Number(exit) !== 0 && failed === failedBefore) fail(`${path}: the tests ended with exit code ${exit}`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function fail(text) {
  failed += 1;
  console.log(`FAILED ${text.slice(0, 4_000)}\n`);
}
