import { describe, expect, it } from "vitest";
import type { Statement } from "#local-cloud/aws/types.ts";
import { checkEnvironments } from "#local-cloud/check-environments.ts";

const FUNCTION = { id: "bookings.get", name: "BookingsGetFunction", environment: { TABLE_NAME: "table" } };
const deny = (resource: string): Statement => ({
  effect: "Deny",
  actions: ["kms:Decrypt"],
  resources: [resource],
});
const start =
  (statement: Statement, environment: Record<string, string> = FUNCTION.environment) =>
  () =>
    checkEnvironments([{ ...FUNCTION, environment }], new Map([[FUNCTION.name, [statement]]]));

describe("a function whose role denies kms:Decrypt", () => {
  it("can't start if the statement applies to every key", () => {
    expect(start(deny("*"))).toThrow("bookings.get can't start: its role denies kms:Decrypt");
  });

  it("can start if the statement applies to one key, or if it has no environment variables", () => {
    expect(start(deny("arn:aws:kms:eu-west-1:000000000000:key/secrets"))).not.toThrow();
    expect(start(deny("*"), {})).not.toThrow();
  });
});
