/**
 * Lists the endpoints without a rule of access or with other scopes than expected, and fails if there are any: `npm run check` shows it
 * before the matrix is run.
 *
 * Usage: node test/contract/visibility/check.ts
 */
import { isDeepStrictEqual } from "node:util";
import { loadRegistry } from "#infra/registry.ts";
import { findScopesFor } from "./endings.ts";
import { findRule } from "./expected.ts";
import { isOwnList, listRowsOf } from "./lists.ts";
import { rowsOf } from "./rows.ts";

const { endpoints } = await loadRegistry();
for (const { spec } of endpoints) {
  if (spec.scopes === "public") continue;
  const rows = isOwnList(spec) ? listRowsOf(spec) : rowsOf(spec);
  const problems = [
    ...rows.flatMap(({ name }) =>
      findRule(name) ? [] : [`Add a rule for ${name} to test/contract/visibility/expected.ts.`],
    ),
    ...(isDeepStrictEqual(findScopesFor(spec), spec.scopes)
      ? []
      : [`The scopes of ${spec.id} differ from those in test/contract/visibility/endings.ts.`]),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
