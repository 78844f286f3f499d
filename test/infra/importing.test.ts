import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { VARIABLES } from "#lib/platform/env.ts";

const CLIENT_VARIABLES = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_ENDPOINT_URL"];

it("importing the function files reads no environment variables, creates no clients and opens no resources", async () => {
  const files = allEntries(await loadRegistry()).map(({ file }) => join(PROJECT, file));
  const script = join(PROJECT, "test/support/cloud/import-quietly.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], { env: {} });
  const { variablesRead, resources } = JSON.parse(stdout);
  expect(resources).toEqual([]);
  expect(variablesRead).not.toEqual(expect.arrayContaining([expect.stringMatching(ourVariables())]));
});

const ourVariables = (): RegExp =>
  new RegExp(`^(${[...Object.keys(VARIABLES), ...CLIENT_VARIABLES].join("|")})$`);
