import { describe, expect, it } from "vitest";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { resourcePolicies } from "#infra/roles/policies.ts";
import { mergeCalls, readRecordedRoles } from "#infra/roles/recorded.ts";
import type { CalledByFunction } from "#infra/roles/usage-files.ts";
import { consumerSpec } from "#test/support/specs.ts";

const remedy = "run the tests of these functions, then node infra/roles/main.ts and npm run documents";
const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);

describe("docs/roles.md", () => {
  it("has every function there is, and none that was denied", async () => {
    const { functions } = await readRecordedRoles();
    expect(Object.keys(functions), remedy).toEqual(specs.map(({ id }) => id));
    expect(Object.values(functions).flatMap(({ denied }) => denied)).toEqual([]);
  });

  it("has the policies of the template", async () => {
    expect((await readRecordedRoles()).policies, remedy).toEqual(await resourcePolicies());
  });
});

describe("what was seen in several runs", () => {
  const spec = consumerSpec({ id: "events.consume", grants: ["table:GetItem", "index:Query"] });

  it("is put together, of the functions there are and of what they are granted now", () => {
    const runs: CalledByFunction[] = [
      { "events.consume": { used: ["dynamodb:GetItem", "dynamodb:PutItem"], denied: [] }, gone: NOTHING },
      { "events.consume": { used: ["dynamodb:Query index", "dynamodb:GetItem"], denied: ["kms:Decrypt"] } },
    ];
    expect(mergeCalls(runs, [spec])).toEqual({
      "events.consume": { used: ["dynamodb:GetItem", "dynamodb:Query index"], denied: ["kms:Decrypt"] },
    });
  });

  it("is nothing of a function that no test called", () => {
    expect(mergeCalls([], [spec])).toEqual({ "events.consume": NOTHING });
  });
});

const NOTHING = { used: [], denied: [] };
