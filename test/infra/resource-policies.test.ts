import { describe, expect, it } from "vitest";
import { permittedAction } from "#infra/permission-resources.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { resourcePolicies } from "#test/support/cloud/resource-policies.ts";

const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);

/** The account itself: its own policies decide. */
const ROOT = "arn:aws:iam::000000000000:root";
/** What those may do who are no functions, through roles of theirs; all of it AWS prescribes, or is to call functions. */
const OTHERS = {
  "role Api/ReadInvocationRole": ["lambda:InvokeFunction"],
  "role Api/RestApi/CloudWatchRole": ["AmazonAPIGatewayPushToCloudWatchLogs"],
  "role Api/WriteInvocationRole": ["lambda:InvokeFunction"],
  "role Data/Backups/Plan/Table/Role": ["AWSBackupServiceRolePolicyForBackup"],
  "role Canary/Role": ["AWSCodeDeployRoleForLambdaLimited"],
};
/** What an administrator does to a key, by its action; all else is use of it. */
const ADMINISTERS =
  /^kms:(Cancel|Describe|Disable|Enable|Get|List|Put|Replicate|Rotate|Schedule|Tag|Untag|Update)/;

describe("the template", () => {
  it("has keys with which nothing can be done but what functions are granted, and what administrators do", async () => {
    const uses = (await resourcePolicies())
      .filter(({ resource }) => resource.startsWith("key "))
      .map(({ resource, who, actions }) => [
        resource,
        who,
        actions.filter((action) => !ADMINISTERS.test(action)),
      ]);
    const granted = (key: string): string[] =>
      specs.flatMap(({ permissions }) =>
        permissions.filter((permission) => permission.startsWith(`${key}:`)).map(permittedAction),
      );
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
