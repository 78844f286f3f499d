import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import type { GatewaySpec } from "#lib/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";

type Decide = (event: APIGatewayRequestAuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;

/** Makes the Lambda handler of the authorizer from its spec; it leaves one line per decision. */
export function authorizer(spec: GatewaySpec, decide: Decide) {
  const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const startedAt = performance.now();
    resetRoundTrips();
    let outcome = "error";
    try {
      const result = await decide(event);
      outcome = result.policyDocument.Statement[0]?.Effect ?? outcome;
      return result;
    } finally {
      const { requestId } = event.requestContext;
      const ms = Math.round(performance.now() - startedAt);
      log("info", "authorized", { requestId, outcome, ms, roundTrips: roundTrips().trips });
    }
  };
  return Object.assign(handler, { spec });
}
