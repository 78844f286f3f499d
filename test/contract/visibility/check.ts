/**
 * Lists the endpoints without a rule of access, and fails if there are any: `npm run check` shows it before the matrix is run.
 *
 * Usage: node test/contract/visibility/check.ts
 */
import { loadRegistry } from "#infra/registry.ts";
import { findRule } from "./expected.ts";
import { isOwnList, listRowsOf } from "./lists.ts";
import { rowsOf } from "./rows.ts";

const { endpoints } = await loadRegistry();
for (const { spec } of endpoints) {
  if (spec.scopes === "public") continue;
  const rows = isOwnList(spec) ? listRowsOf(spec) : rowsOf(spec);
  for (const { name } of rows) {
    if (findRule(name)) continue;
    console.error(`${name} has no rule: add one to test/contract/visibility/expected.ts`);
    process.exitCode = 1;
  }
}
