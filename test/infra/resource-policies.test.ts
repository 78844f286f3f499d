import { describe, expect, it } from "vitest";
import { permittedAction } from "#infra/permission-resources.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { gatewayCalls, resourcePolicies } from "#test/support/cloud/resource-policies.ts";

const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);

/** The account, which delegates to its IAM policies. */
const ROOT = "arn:aws:iam::000000000000:root";
/** The permissions of roles that are not roles of functions: AWS managed policies, or invoking functions. */
const OTHER_ROLES = {
  "role Api/ReadInvocationRole": ["lambda:InvokeFunction"],
  "role Api/RestApi/CloudWatchRole": ["AmazonAPIGatewayPushToCloudWatchLogs"],
  "role Api/WriteInvocationRole": ["lambda:InvokeFunction"],
  "role Data/Backups/Plan/Table/Role": ["AWSBackupServiceRolePolicyForBackup"],
  "role Canary/Role": ["AWSCodeDeployRoleForLambdaLimited"],
};
/** Actions that administer a key; all others use it. */
const ADMINISTRATION =
  /^kms:(Cancel|Describe|Disable|Enable|Get|List|Put|Replicate|Rotate|Schedule|Tag|Untag|Update)/;

describe("the template", () => {
  it("has keys that allow only the actions of functions and of administrators", async () => {
    const uses = (await resourcePolicies())
      .filter(({ resource }) => resource.startsWith("key "))
      .map(({ resource, who, actions }) => [
        resource,
        who,
        actions.filter((action) => !ADMINISTRATION.test(action)),
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

  it("allows the gateway to invoke each function that it calls", async () => {
    const calls = await gatewayCalls();
    const deployed = specs.filter((spec) => !("source" in spec) && !("requiredSetting" in spec));
    // Without the authorizer, which no operation calls.
    expect(new Set(calls.map(({ functionArn }) => functionArn)).size).toBe(deployed.length - 1);
    expect(calls.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
  });

  it("has queue policies that only deny, function policies only for schedules, and no other roles", async () => {
    const policies = await resourcePolicies();
    const of = (kind: string) => policies.filter(({ resource }) => resource.startsWith(kind));
    expect(new Set(of("queue ").map(({ effect, when }) => `${effect} ${when}`))).toEqual(
      new Set(["Deny Bool aws:SecureTransport false"]),
    );
    expect(of("functions").map(({ who, when }) => [who, when])).toEqual([
      ["events.amazonaws.com", "for the source it names"],
    ]);
    expect(Object.fromEntries(of("role ").map(({ resource, actions }) => [resource, actions]))).toEqual(
      OTHER_ROLES,
    );
  });
});
