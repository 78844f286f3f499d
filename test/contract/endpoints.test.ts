import { afterAll } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import { useSourceGateway } from "#test/support/cloud/source-gateway.ts";
import { startOpenIdProvider } from "#test/support/pages/openid-provider.ts";
import { RULES } from "./rules.ts";
import { testRules } from "./test-rules.ts";

const provider = await startOpenIdProvider();
const gateway = useSourceGateway(provider.settings);
afterAll(() => provider.stop());

testRules(
  (await loadRegistry()).endpoints,
  RULES.filter(({ usesPermissions }) => !usesPermissions),
  () => gateway().baseUrl,
);
