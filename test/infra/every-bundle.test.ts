import { expect, test } from "vitest";
import { bundleFunctions } from "#infra/bundle.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { loadBundles, NOTHING_SLOW } from "./load-bundles.ts";

test("no bundle loads Node's HTTP client or worker threads, or compiles schemas", async () => {
  const bundles = await bundleFunctions(allEntries(await loadRegistry()));
  expect(await loadBundles([...bundles.values()])).toEqual(NOTHING_SLOW);
});
