import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import { clientOf, type Send } from "#test/support/calls/api-client.ts";
import { useRoleGateway } from "#test/support/cloud/role-gateway.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { EXERCISES } from "./exercises.ts";
import { deniedCalls, permissionTable, undeclaredFailures, unusedPermissions } from "./permissions.ts";
import { RULES } from "./rules.ts";
import { testRules } from "./test-rules.ts";
import { visitAccount, visitDecisions, visitPages } from "./visit-pages.ts";

const provider = await startOpenIdProvider();
const gateway = useRoleGateway(provider.settings);
afterAll(() => provider.stop());
const { endpoints, authorizer, fallback } = await loadRegistry();
/** Every function that handles requests. */
const specs = [...endpoints, authorizer, fallback].map(({ spec }) => spec);

testRules(
  endpoints.filter(({ spec }) => !spec.assets),
  RULES.filter(({ usesPermissions }) => usesPermissions),
  () => gateway().baseUrl,
);

describe("after the calls of these rules and of all exercises", () => {
  afterAll(() => {
    console.log(permissionTable(gateway().usage(), specs));
  });
  beforeAll(async () => {
    const send = clientOf(gateway().baseUrl);
    const act: Send = async (request) => {
      const response = await send(request);
      expect(response.status, `${request.method} ${request.path}: ${response.text}`).toBe(200);
      return response;
    };
    const { baseUrl } = gateway();
    for (const { run } of EXERCISES) await run(act);
    await visitPages(baseUrl, provider);
    await visitAccount(baseUrl);
    await visitDecisions(baseUrl);
  });

  it.each(specs.map(({ id }) => id))("%s is denied no call", (id) => {
    expect(deniedCalls(gateway().usage(), id)).toEqual([]);
  });

  it.each(specs.map((spec) => [spec.id, spec] as const))("%s uses all its permissions", (_, spec) => {
    expect(
      unusedPermissions(gateway().usage(), spec),
      "remove these permissions, or use them in test/contract/exercises.ts",
    ).toEqual([]);
  });

  it.each(endpoints.map(({ spec }) => spec.id))("%s fails only with declared failures", (id) => {
    expect(undeclaredFailures(gateway().logs(id))).toEqual([]);
  });
});
