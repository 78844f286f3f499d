import type { Readable } from "node:stream";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { gatewayContext, type RateState, rateFrom } from "./gateway-context.ts";
import { requestIdOf } from "./request-id.ts";
import type { EndpointSpec } from "./spec.ts";
import { API_VERSION } from "./version.ts";

/** A response in the format of API Gateway. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Readable;
}

const EXPOSED =
  "ETag, Link, X-Next-Cursor, X-Request-Id, X-Total-Count, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotency-Replayed, Deprecation, Sunset, X-API-Version, WWW-Authenticate";

/** Header of responses to authenticated calls: caches must store one for each credential. */
const VARY_BY_CREDENTIAL = { Vary: "Authorization, X-Api-Key" };

/** Headers of every response. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "Cache-Control": "private, no-cache",
    "X-API-Version": API_VERSION,
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
}

/**
 * The caching headers of an endpoint, if they differ from {@link commonHeaders}. With `maxAgeSeconds`, any cache may store a response or, for
 * an endpoint with scopes, only the client. Responses to OAuth clients must not be stored (RFC 6749 §5.1).
 */
export function cacheHeaders({
  protocol,
  scopes,
  maxAgeSeconds,
}: Pick<EndpointSpec, "protocol" | "scopes" | "maxAgeSeconds">): Record<string, string> {
  if (protocol === "oauth") return { "Cache-Control": "no-store", Pragma: "no-cache" };
  if (maxAgeSeconds === undefined) return {};
  return { "Cache-Control": `${scopes === "public" ? "public" : "private"}, max-age=${maxAgeSeconds}` };
}

/** Headers of a deprecated endpoint, with the date of its removal (RFC 9745, RFC 8594); empty for all others. */
function deprecationHeaders({ deprecated }: Pick<EndpointSpec, "deprecated">): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
  };
}

/** Headers with the caller's rate limit: the fields of the RateLimit draft, and the older `X-` fields. Times are in seconds. */
function rateHeaders({
  limit,
  remaining,
  resetSeconds,
  retryAfterSeconds,
}: RateState): Record<string, string> {
  return {
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Policy": `"default";q=${limit};w=60`,
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  };
}

/** Middleware that adds the headers of the endpoint and of the call to a successful response, which may have other values for them. */
export function responseHeaders(spec: EndpointSpec): MiddlewareObj<APIGatewayProxyEvent, HttpResponse> {
  const specHeaders = { ...deprecationHeaders(spec), ...cacheHeaders(spec) };
  const type = { "Content-Type": "application/json; charset=utf-8" };
  return {
    after: ({ event, response }) => {
      if (response)
        response.headers = { ...headersFor(spec, event), ...specHeaders, ...type, ...response.headers };
    },
  };
}

/** The headers of every response to a call, successful or not. */
export function headersFor(spec: EndpointSpec, event: APIGatewayProxyEvent): Record<string, string> {
  const rate = rateFrom(gatewayContext(event));
  return {
    ...commonHeaders(requestIdOf(event)),
    ...(spec.scopes !== "public" && VARY_BY_CREDENTIAL),
    ...(rate && rateHeaders(rate)),
  };
}
