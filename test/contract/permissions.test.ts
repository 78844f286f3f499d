import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import { clientOf, type Send } from "#test/support/calls/api-client.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { EXERCISES } from "./exercises.ts";
import { deniedCalls, permissionTable, undeclaredFailures, unusedPermissions } from "./permissions.ts";
import { RULES } from "./rules.ts";
import { testRules } from "./test-rules.ts";
import { visitAccount, visitPages } from "./visit-pages.ts";

const provider = await startOpenIdProvider();
const cloud = useCloud({ maxInstances: 1, provider: provider.settings });
afterAll(() => provider.stop());
const { endpoints, authorizer, fallback } = await loadRegistry();
/** Every function that handles requests. */
const specs = [...endpoints, authorizer, fallback].map(({ spec }) => spec);

testRules(
  endpoints,
  RULES.filter(({ inCloud }) => inCloud),
  () => cloud().baseUrl,
);

describe("after the calls of these rules and of all exercises", () => {
  afterAll(() => {
    console.log(permissionTable(cloud().usage(), specs));
  });
  beforeAll(async () => {
    const send = clientOf(cloud().baseUrl);
    const act: Send = async (request) => {
      const response = await send(request);
      expect(response.status, `${request.method} ${request.path}: ${response.text}`).toBe(200);
      return response;
    };
    const { baseUrl } = cloud();
    const visits = [visitPages(baseUrl, provider), visitAccount(baseUrl)];
    await Promise.all([...EXERCISES.map(({ run }) => run(act)), ...visits]);
  });

  it.each(specs.map(({ id }) => id))("%s is denied no call", (id) => {
    expect(deniedCalls(cloud().usage(), id)).toEqual([]);
  });

  it.each(specs.map((spec) => [spec.id, spec] as const))("%s uses all its permissions", (_, spec) => {
    expect(
      unusedPermissions(cloud().usage(), spec),
      "remove these permissions, or use them in test/contract/exercises.ts",
    ).toEqual([]);
  });

  it.each(endpoints.map(({ spec }) => spec.id))("%s fails only with declared failures", (id) => {
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  });
});
