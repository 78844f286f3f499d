import { describe, expect, it } from "vitest";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { grantedAction } from "#infra/roles/granted-action.ts";
import { resourcePolicies } from "#infra/roles/policies.ts";
import { mergeCalls, readRecordedRoles } from "#infra/roles/recorded.ts";
import type { CalledByFunction } from "#infra/roles/usage-files.ts";
import { consumerSpec } from "#test/support/specs.ts";

const remedy = "run the tests of these functions, then node infra/roles/main.ts and npm run documents";
const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);

/** The account itself: its own policies decide. */
const ROOT = "arn:aws:iam::000000000000:root";
/** What those may do who are no functions, through roles of theirs; all of it AWS prescribes, or is to call functions. */
const OTHERS = {
  "role Api/InvocationRole": ["lambda:InvokeFunction"],
  "role Api/RestApi/CloudWatchRole": ["AmazonAPIGatewayPushToCloudWatchLogs"],
  "role Data/Backups/Plan/Table/Role": ["AWSBackupServiceRolePolicyForBackup"],
  "role Canary/Role": ["AWSCodeDeployRoleForLambdaLimited"],
};
/** What an administrator does to a key, by its action; all else is use of it. */
const ADMINISTERS =
  /^kms:(Cancel|Describe|Disable|Enable|Get|List|Put|Replicate|Rotate|Schedule|Tag|Untag|Update)/;

describe("docs/roles.md", () => {
  it("has every function there is, none of which was denied a call, or was granted one that no test saw it make", async () => {
    const { functions } = await readRecordedRoles();
    expect(Object.keys(functions), remedy).toEqual(specs.map(({ id }) => id));
    for (const { id, grants } of specs) {
      const { used, denied } = functions[id] ?? {};
      expect({ id, used, denied }, remedy).toEqual({
        id,
        used: [...new Set(grants.map(grantedAction))].toSorted(),
        denied: [],
      });
    }
  });

  it("has the policies of the template", async () => {
    expect((await readRecordedRoles()).policies, remedy).toEqual(await resourcePolicies());
  });

  it("has keys with which nothing can be done but what functions are granted, and what administrators do", async () => {
    const uses = (await resourcePolicies())
      .filter(({ resource }) => resource.startsWith("key "))
      .map(({ resource, who, actions }) => [
        resource,
        who,
        actions.filter((action) => !ADMINISTERS.test(action)),
      ]);
    const granted = (key: string): string[] =>
      specs.flatMap(({ grants }) => grants.filter((grant) => grant.startsWith(`${key}:`)).map(grantedAction));
    expect(uses).toEqual([
      ["key Cursors", ROOT, [...new Set(granted("cursors"))].toSorted()],
      ["key Secrets", ROOT, [...new Set(granted("secrets"))].toSorted()],
    ]);
  });

  it("has queues that only deny, functions that only the clock calls, and no other role than these", async () => {
    const policies = await resourcePolicies();
    const of = (kind: string) => policies.filter(({ resource }) => resource.startsWith(kind));
    expect(new Set(of("queue ").map(({ effect, when }) => `${effect} ${when}`))).toEqual(
      new Set(["Deny Bool aws:SecureTransport false"]),
    );
    expect(of("functions").map(({ who, when }) => [who, when])).toEqual([
      ["events.amazonaws.com", "for the source it names"],
    ]);
    expect(Object.fromEntries(of("role ").map(({ resource, actions }) => [resource, actions]))).toEqual(
      OTHERS,
    );
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
