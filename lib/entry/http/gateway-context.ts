import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";

/** The authorizer's result for the endpoint. API Gateway passes strings only. */
export const GatewayContext = z.object({
  caller: z.string().optional(),
  rate: z.string().optional(),
  refusal: z.enum(["two_credentials", "user_locked", "too_many_requests"]).optional(),
});
export type GatewayContext = z.output<typeof GatewayContext>;

/** The authorizer's context of a call. */
export const gatewayContext = (event: APIGatewayProxyEvent): GatewayContext =>
  GatewayContext.parse(event.requestContext.authorizer ?? {});

/**
 * Returns the caller. An authorizer can't choose its error responses (ADR 0001), so it passes some failures to the endpoint, which throws them.
 *
 * @throws {Failure} `two_credentials`, `user_locked`, `too_many_requests` or `unauthorized`
 */
export function callerFrom(context: GatewayContext): Caller {
  switch (context.refusal) {
    case "two_credentials":
      throw new Failure(
        "two_credentials",
        "The request has two different credentials. Send one: a Bearer token, X-Api-Key or apiKey.",
      );
    case "user_locked":
      throw new Failure("user_locked", "This user is locked. Contact the operator of this service.");
    case "too_many_requests":
      throw new Failure(
        "too_many_requests",
        `Too many requests. Try again in ${rateFrom(context)?.retryAfterSeconds ?? 1} s.`,
      );
    case undefined:
      break;
    default:
      return context.refusal satisfies never;
  }
  if (context.caller === undefined) throw new Failure("unauthorized", "Send an API key or an access token.");
  return Caller.parse(JSON.parse(context.caller));
}

/** The caller's rate limit; undefined if the call was not counted. */
export const rateFrom = (context: GatewayContext): RateState | undefined =>
  context.rate === undefined ? undefined : JSON.parse(context.rate);

/** The state of the caller's rate limit, as in the RateLimit header fields. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds to wait before the next call; only if this call was rejected. */
  retryAfterSeconds?: number;
}
