import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleFunctions } from "#infra/bundle.ts";
import { readSettings, variablesOf } from "#infra/read-settings.ts";
import { loadRegistry } from "#infra/registry.ts";
import { ALL_SETTINGS } from "#test/support/cloud/all-settings.ts";

/** Variables that are not declared: every function has the first one, and the others come with a permission. */
const UNDECLARED = /^SERVICE_URL$|^OIDC_SECRET_ARN$|_CONCURRENCY/;

test("every endpoint declares exactly the settings that its code reads", async () => {
  const variables = Object.keys(variablesOf(readSettings(ALL_SETTINGS)));
  const settings = variables.filter((name) => !UNDECLARED.test(name)).toSorted();
  const { endpoints } = await loadRegistry();
  const bundles = await bundleFunctions(endpoints);
  const declared = endpoints.map(({ spec }) => [spec.id, (spec.settings ?? []).toSorted()]);
  const read = await Promise.all(
    endpoints.map(async ({ spec }) => {
      const code = await readFile(join(bundles.get(spec.id)?.directory ?? "", "index.mjs"), "utf8");
      return [spec.id, settings.filter((name) => code.includes(`("${name}")`))];
    }),
  );
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(read));
});
