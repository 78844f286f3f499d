import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { requestIdOf } from "#lib/entry/http/request-id.ts";
import type { GatewaySpec } from "#lib/entry/http/spec.ts";
import { startInvocation, traceId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";

type Decide = (event: APIGatewayRequestAuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;

/** Creates the Lambda handler of the authorizer, which logs one line for each decision. */
export function authorizer(spec: GatewaySpec, decide: Decide) {
  const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const startedAt = performance.now();
    startInvocation();
    let outcome = "error";
    try {
      const result = await decide(event);
      const [statement] = result.policyDocument.Statement;
      outcome = result.context?.["code"] === "unauthorized" ? "none" : (statement?.Effect ?? outcome);
      return result;
    } finally {
      log(outcome === "error" ? "error" : "info", "authorized", {
        requestId: requestIdOf(event),
        outcome,
        ms: Math.round(performance.now() - startedAt),
        roundTrips: roundTrips().trips,
        traceId: traceId(),
        ...metrics(outcome === "error" ? { "authorizer.failed": 1 } : {}),
      });
    }
  };
  return Object.assign(handler, { spec });
}
