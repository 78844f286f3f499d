import * as z from "zod";
import type { Outcome } from "#infra/local/lambda/instance.ts";
import { wildcard } from "#infra/local/wildcard.ts";
import { OneOrMore } from "#infra/one-or-more.ts";
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

/** What the authorizer's answer means for the call; `context` is there for the gateway response of a denial, too. */
export interface Verdict {
  refusal: ResponseType | undefined;
  context: Record<string, string | number> | undefined;
}

/** Judges the authorizer's answer on the method being called; the values of its context become text. */
export function judge(outcome: Outcome, methodArn: string): Verdict {
  if (outcome.kind === "failed" && outcome.errorMessage === "Unauthorized") {
    return { refusal: "UNAUTHORIZED", context: undefined };
  }
  const result =
    outcome.kind === "answered" ? AuthorizerResult.safeParse(JSON.parse(outcome.payload)) : undefined;
  if (!result?.success) return { refusal: "AUTHORIZER_CONFIGURATION_ERROR", context: undefined };
  const { principalId, policyDocument, context } = result.data;
  const effects = policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => wildcard(pattern).test("execute-api:Invoke")) &&
      Resource.some((pattern) => wildcard(pattern).test(methodArn)),
  ).map(({ Effect }) => Effect);
  const allowed = effects.includes("Allow") && !effects.includes("Deny");
  const values = Object.entries(context).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  );
  return {
    refusal: allowed ? undefined : "ACCESS_DENIED",
    context: { principalId, integrationLatency: 0, ...Object.fromEntries(values) },
  };
}
