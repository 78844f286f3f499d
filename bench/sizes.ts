import { bundleFunctions } from "#infra/bundle.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import type { Part } from "./part.ts";
import type { Table } from "./report.ts";

const KIB = 1024;
/** KB of a bundle. One that accepts a body includes all of zod. */
const BUDGETS = { mcp: 230, body: 130, other: 105 };

/** Part `sizes`: the size of each function's bundle. */
export const bundleSizes: Part = async () => {
  const entries = allEntries(await loadRegistry());
  const bundles = await bundleFunctions(entries);
  const rows = entries.map(({ spec }) => {
    const { bytes = Number.NaN, gzipBytes = Number.NaN } = bundles.get(spec.id) ?? {};
    return {
      name: spec.id,
      cells: {
        minified: { value: bytes / KIB, unit: "KB" },
        gzip: { value: gzipBytes / KIB, unit: "KB", budget: { atMost: BUDGETS[kindOf(spec)] } },
      },
    };
  });
  const largest = (name: string, kind: keyof typeof BUDGETS) => {
    const [first] = rows
      .filter(({ cells }) => cells.gzip.budget.atMost === BUDGETS[kind])
      .toSorted((one, other) => other.cells.gzip.value - one.cells.gzip.value);
    return first ? [{ ...first, name }] : [];
  };
  const summary = [
    ...largest("largest that accepts a body", "body"),
    ...largest("largest without a body", "other"),
  ];
  return [{ title: "Bundles", note: "KB are 1,024 bytes.", rows: [...rows, ...summary] } satisfies Table];
};

function kindOf(spec: FunctionSpec): keyof typeof BUDGETS {
  if (!("route" in spec)) return "other";
  if (spec.protocol === "mcp") return "mcp";
  return spec.input.body === undefined ? "other" : "body";
}
