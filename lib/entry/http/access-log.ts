import type { Request } from "@middy/core";
import * as z from "zod";
import { Caller } from "#lib/caller.ts";
import { errorName, isTemporary } from "#lib/platform/aws-errors.ts";
import { calledTool, invocationCounts, startInvocation, traceId } from "#lib/platform/invocation.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { roundTrips } from "#lib/platform/round-trips.ts";
import { declaredFailures } from "./declared-failures.ts";
import { GatewayContext } from "./gateway-context.ts";
import { failureFrom } from "./problem.ts";
import { requestIdOf } from "./request-id.ts";
import type { EndpointSpec } from "./spec.ts";

/** The logged parts of a request of middy, whose hooks get it without the types of the handler. */
const LoggedRequest = z.object({
  event: z.object({
    httpMethod: z.string(),
    resource: z.string(),
    requestContext: z.object({
      extendedRequestId: z.string().optional(),
      authorizer: GatewayContext.nullish(),
    }),
  }),
  error: z.unknown(),
  response: z.object({ statusCode: z.int() }).nullish(),
});

/**
 * Creates middy hooks that log one structured line per call after its response is sent: the credential, endpoint, duration, result, database
 * round trips and metrics. Unexpected errors add their name and stack, and temporary ones of AWS their name, never their message. A failure that the spec does not declare is
 * flagged, and fails the contract tests.
 */
export function accessLog(spec: EndpointSpec) {
  let startedAt = 0;
  const write = (request: Request) => {
    const { event, error, response } = LoggedRequest.parse(request);
    const failure = error ? failureFrom(error) : undefined;
    const unexpected = failure?.code === "internal_error" && error instanceof Error ? error : undefined;
    const named = isTemporary(error) ? error : unexpected;
    const { trips, calls } = roundTrips();
    const { tool, failure: toolFailure, isDeclared = true } = calledTool() ?? {};
    const code = failure?.code ?? toolFailure;
    const isUndeclared = failure ? !declaredFailures(spec).includes(failure.code) : !isDeclared;
    log(unexpected ? "error" : "info", "call", {
      requestId: requestIdOf(event),
      endpoint: spec.id,
      method: event.httpMethod,
      route: event.resource,
      status: response?.statusCode,
      ms: Math.round(performance.now() - startedAt),
      credentialId: credentialIn(event.requestContext.authorizer?.caller),
      failure: code,
      undeclared: isUndeclared || undefined,
      roundTrips: trips,
      databaseCalls: calls,
      tool,
      error: named && errorName(named),
      stack: unexpected?.stack?.replace(unexpected.message, ""),
      traceId: traceId(),
      ...metrics({
        ...(code && { "call.failed": 1 }),
        ...(calls > 0 && { "table.round_trips": trips }),
        ...invocationCounts(),
      }),
    });
  };
  return {
    requestStart: () => {
      startedAt = performance.now();
      startInvocation();
    },
    requestEnd: write,
  };
}

const Credential = Caller.pick({ credentialId: true });

const credentialIn = (caller: string | undefined): string | undefined =>
  caller === undefined ? undefined : Credential.parse(JSON.parse(caller)).credentialId;
