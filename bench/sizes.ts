import { bundleFunctions } from "#infra/bundle.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import type { FunctionSpec } from "#lib/http/spec.ts";
import type { Part } from "./part.ts";
import type { Table } from "./report.ts";

const KIB = 1024;
/** Includes all of zod. */
const BUDGET = { atMost: 130 };

/** Part `sizes`: the size of each function's bundle. */
export const bundleSizes: Part = async () => {
  const entries = allEntries(await loadRegistry());
  const bundles = await bundleFunctions(entries);
  const rows = entries.map(({ spec }) => {
    const { bytes = Number.NaN, gzipBytes = Number.NaN } = bundles.get(spec.id) ?? {};
    const compressed = { value: gzipBytes / KIB, unit: "KB" };
    return {
      name: spec.id,
      cells: {
        minified: { value: bytes / KIB, unit: "KB" },
        gzip: takesBody(spec) ? { ...compressed, budget: BUDGET } : compressed,
      },
    };
  });
  const largest = rows
    .filter(({ cells }) => "budget" in cells.gzip)
    .reduce((one, other) => (other.cells.gzip.value > one.cells.gzip.value ? other : one));
  const summary = { ...largest, name: "largest that accepts a body" };
  return [{ title: "Bundles", note: "KB are 1,024 bytes.", rows: [...rows, summary] } satisfies Table];
};

const takesBody = (spec: FunctionSpec): boolean => "body" in spec && spec.body !== undefined;
