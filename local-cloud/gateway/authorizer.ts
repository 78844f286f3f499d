import * as z from "zod";
import type { Outcome } from "#local-cloud/lambda/instance.ts";
import { OneOrMore } from "#local-cloud/one-or-more.ts";
import { compileWildcard } from "#local-cloud/wildcard.ts";
import type { ResponseType } from "./gateway-responses.ts";

const AuthorizerResult = z.object({
  principalId: z.string(),
  policyDocument: z.object({
    Statement: z.array(
      z.object({ Effect: z.enum(["Allow", "Deny"]), Action: OneOrMore, Resource: OneOrMore }),
    ),
  }),
  context: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
    .nullish()
    .transform((context) => context ?? {}),
});

/** The authorizer's decision about a call. A denial has a `context`, too, for its gateway response. */
export interface AuthorizerDecision {
  rejection: ResponseType | undefined;
  context: Record<string, string | number> | undefined;
}

/** Evaluates the authorizer's result for the called method. The values of its context become strings. */
export function readDecision(outcome: Outcome, methodArn: string): AuthorizerDecision {
  if (outcome.kind === "failed" && outcome.errorMessage === "Unauthorized") {
    return { rejection: "UNAUTHORIZED", context: undefined };
  }
  const result =
    outcome.kind === "succeeded" ? AuthorizerResult.safeParse(JSON.parse(outcome.payload)) : undefined;
  if (!result?.success) return { rejection: "AUTHORIZER_CONFIGURATION_ERROR", context: undefined };
  const { principalId, policyDocument, context } = result.data;
  const effects = policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => compileWildcard(pattern).test("execute-api:Invoke")) &&
      Resource.some((pattern) => compileWildcard(pattern).test(methodArn)),
  ).map(({ Effect }) => Effect);
  const isAllowed = effects.includes("Allow") && !effects.includes("Deny");
  const values = Object.entries(context).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  );
  return {
    rejection: isAllowed ? undefined : "ACCESS_DENIED",
    context: { principalId, integrationLatency: 0, ...Object.fromEntries(values) },
  };
}
