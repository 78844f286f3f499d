import { describe, expect, it } from "vitest";
import { judge } from "#infra/local/gateway/authorizer.ts";
import type { Outcome } from "#infra/local/lambda/instance.ts";

const METHOD = "arn:aws:execute-api:us-east-1:000000000000:local/v1/GET/bookings/7";

const statement = (Effect: string, Resource: string | string[]) => ({
  Effect,
  Action: "execute-api:Invoke",
  Resource,
});

const answer = (statements: object[], context?: unknown): Outcome => ({
  kind: "answered",
  payload: JSON.stringify({
    principalId: "someone",
    policyDocument: { Version: "2012-10-17", Statement: statements },
    context,
  }),
});

const refusal = (outcome: Outcome) => judge(outcome, METHOD).refusal;

describe("the authorizer's answer", () => {
  it.each([
    ["everything", "*"],
    ["the method itself", METHOD],
    ["a pattern of it", "arn:aws:execute-api:*:*:local/v1/*/bookings/?"],
    ["one of several", ["arn:aws:execute-api:x", METHOD]],
  ])("lets a call pass whose policy allows %s", (_what, resource) => {
    expect(refusal(answer([statement("Allow", resource)]))).toBeUndefined();
  });

  it.each([
    ["denies it", [statement("Deny", "*")]],
    ["allows and denies it", [statement("Allow", "*"), statement("Deny", METHOD)]],
    ["allows another method only", [statement("Allow", METHOD.replace("GET", "POST"))]],
    ["says nothing", []],
  ])("refuses a call whose policy %s", (_what, statements) => {
    expect(refusal(answer(statements))).toBe("ACCESS_DENIED");
  });

  it("asks for a credential when the function says Unauthorized", () => {
    const outcome = { kind: "failed", errorType: "Error", errorMessage: "Unauthorized" } as const;
    expect(refusal(outcome)).toBe("UNAUTHORIZED");
  });

  it.each<[string, Outcome]>([
    ["another error", { kind: "failed", errorType: "Error", errorMessage: "boom" }],
    ["no answer in time", { kind: "timeout" }],
    ["an answer without a policy", { kind: "answered", payload: '{"principalId":"a"}' }],
    ["a context that is not flat", answer([statement("Allow", "*")], { deep: { er: 1 } })],
  ])("calls %s a fault of the authorizer", (_what, outcome) => {
    expect(refusal(outcome)).toBe("AUTHORIZER_CONFIGURATION_ERROR");
  });

  it("hands its context on as text, also of a call it refuses", () => {
    const { context } = judge(answer([statement("Deny", "*")], { id: 7, admin: true, none: null }), METHOD);
    expect(context).toEqual({ principalId: "someone", integrationLatency: 0, id: "7", admin: "true" });
  });
});
