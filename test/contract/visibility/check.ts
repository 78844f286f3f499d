/**
 * Lists the endpoints without a rule of access or without scopes, and fails if there are any: `npm run check` shows it before the matrix is run.
 *
 * Usage: node test/contract/visibility/check.ts
 */
import { loadRegistry } from "#infra/registry.ts";
import { findScopesFor } from "./endings.ts";
import { findRule } from "./expected.ts";
import { isOwnList, listRowsOf } from "./lists.ts";
import { rowsOf } from "./rows.ts";

const { endpoints } = await loadRegistry();
for (const { spec } of endpoints) {
  if (spec.scopes === "public") continue;
  const rows = isOwnList(spec) ? listRowsOf(spec) : rowsOf(spec);
  const missing = [
    ...rows.flatMap(({ name }) =>
      findRule(name) ? [] : [`a rule for ${name} to test/contract/visibility/expected.ts`],
    ),
    ...(findScopesFor(spec) ? [] : [`the scopes of ${spec.id} to test/contract/visibility/endings.ts`]),
  ];
  for (const what of missing) console.error(`Add ${what}.`);
  if (missing.length > 0) process.exitCode = 1;
}
