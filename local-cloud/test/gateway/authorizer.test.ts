import { describe, expect, it } from "vitest";
import { readDecision } from "#local-cloud/gateway/authorizer.ts";
import type { Outcome } from "#local-cloud/lambda/instance.ts";

const METHOD = "arn:aws:execute-api:us-east-1:000000000000:local/v1/GET/bookings/7";

const statement = (Effect: string, Resource: string | string[]) => ({
  Effect,
  Action: "execute-api:Invoke",
  Resource,
});

const result = (statements: object[], context?: unknown): Outcome => ({
  kind: "succeeded",
  payload: JSON.stringify({
    principalId: "someone",
    policyDocument: { Version: "2012-10-17", Statement: statements },
    context,
  }),
});

const rejection = (outcome: Outcome) => readDecision(outcome, METHOD).rejection;

describe("the authorizer's result", () => {
  it.each([
    ["everything", "*"],
    ["the method itself", METHOD],
    ["a pattern of it", "arn:aws:execute-api:*:*:local/v1/*/bookings/?"],
    ["one of several", ["arn:aws:execute-api:x", METHOD]],
  ])("allows a call if the policy allows %s", (_description, resource) => {
    expect(rejection(result([statement("Allow", resource)]))).toBeUndefined();
  });

  it.each([
    ["denies it", [statement("Deny", "*")]],
    ["allows and denies it", [statement("Allow", "*"), statement("Deny", METHOD)]],
    ["allows another method only", [statement("Allow", METHOD.replace("GET", "POST"))]],
    ["is empty", []],
  ])("rejects a call if the policy %s", (_description, statements) => {
    expect(rejection(result(statements))).toBe("ACCESS_DENIED");
  });

  it("requires a credential if the function throws Unauthorized", () => {
    const outcome = { kind: "failed", errorType: "Error", errorMessage: "Unauthorized" } as const;
    expect(rejection(outcome)).toBe("UNAUTHORIZED");
  });

  it.each<[string, Outcome]>([
    ["another error", { kind: "failed", errorType: "Error", errorMessage: "boom" }],
    ["a timeout", { kind: "timeout" }],
    ["a result without a policy", { kind: "succeeded", payload: '{"principalId":"a"}' }],
    ["a context that is not flat", result([statement("Allow", "*")], { deep: { er: 1 } })],
  ])("treats %s as a fault of the authorizer", (_description, outcome) => {
    expect(rejection(outcome)).toBe("AUTHORIZER_CONFIGURATION_ERROR");
  });

  it("has a context of strings, for a denied call, too", () => {
    const denial = result([statement("Deny", "*")], { id: 7, admin: true, none: null });
    expect(readDecision(denial, METHOD).context).toEqual({
      principalId: "someone",
      integrationLatency: 0,
      id: "7",
      admin: "true",
    });
  });
});
