import { loadRegistry } from "#infra/registry.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { RULES } from "./rules.ts";
import { testRules } from "./test-rules.ts";

const cloud = useSharedCloud();
const { endpoints } = await loadRegistry();

// Their files are only in their bundles.
testRules(
  endpoints.filter(({ spec }) => spec.assets),
  RULES.filter(({ usesPermissions }) => usesPermissions),
  () => cloud().baseUrl,
);
