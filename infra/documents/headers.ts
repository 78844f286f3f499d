import { isConditional, isList, isResourceRead, isWrite } from "#infra/documents/kinds.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };

/** Headers of responses, by the names of their components. */
export const HEADERS = {
  RequestId: { description: "Id of the request, for logs and support", required: true, schema: text },
  ApiVersion: {
    description: "Version of the API",
    required: true,
    schema: text,
  },
  ETag: {
    description:
      "Version of the resource and a digest of its representation. Send it as `If-Match` or `If-None-Match`",
    schema: text,
    example: '"3.mXn0dTJ5gWqk0fDbyPA8tQ"',
  },
  Vary: {
    description: "Request headers that the response depends on",
    required: true,
    schema: text,
    example: "Authorization, X-Api-Key",
  },
  Replayed: {
    description: "`true` if this is the response of an earlier request with the same `Idempotency-Key`",
    schema: { type: "string", const: "true" },
  },
  Link: {
    description:
      "Links to other pages (RFC 8288): `first`, `prev` and `next` with `page`, and `last` if `count=true` is sent; `first` and `next` with `cursor`",
    schema: text,
    example: '<https://api.example.com/v1/bookings?take=25&page=2>; rel="next"',
  },
  TotalCount: {
    description: "With `count=true`: the number of elements in the whole list, if they can be counted",
    schema: whole,
    example: 100,
  },
  NextCursor: {
    description:
      "With `cursor`: the `cursor` of the next page. A list that grows at its end, such as events, also returns it with the last page, for later requests",
    schema: text,
  },
  RateLimit: {
    description: "`r` requests are left; the full quota is available again in `t` seconds",
    schema: text,
    example: '"default";r=599;t=1',
  },
  RateLimitPolicy: {
    description: "The quota is `q` requests per `w` seconds",
    schema: text,
    example: '"default";q=600;w=60',
  },
  RateLimitLimit: { description: "Requests per minute", schema: whole, example: 600 },
  RateLimitRemaining: { description: "Requests left", schema: whole, example: 599 },
  RateLimitReset: {
    description: "Seconds until the full quota is available again",
    schema: whole,
    example: 1,
  },
  RetryAfter: { description: "Seconds to wait before the next try", schema: whole, example: 1 },
  Authenticate: { description: "How to authenticate (RFC 6750)", schema: text, example: "Bearer" },
  Location: { description: "URL of the next page", required: true, schema: text },
  Deprecation: { description: "Date since which the operation is deprecated (RFC 9745)", schema: text },
  Sunset: { description: "Date on which the operation will be removed (RFC 8594)", schema: text },
};

type HeaderName = keyof typeof HEADERS;

const headerReferences = (headers: Record<string, HeaderName>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );

const COMMON_HEADERS = { "X-Request-Id": "RequestId", "X-API-Version": "ApiVersion" } as const;
const RATE_LIMIT_HEADERS = {
  RateLimit: "RateLimit",
  "RateLimit-Policy": "RateLimitPolicy",
  "X-RateLimit-Limit": "RateLimitLimit",
  "X-RateLimit-Remaining": "RateLimitRemaining",
  "X-RateLimit-Reset": "RateLimitReset",
} as const;

/** The headers of an endpoint's successful response. */
export const headersOf = (spec: EndpointSpec): Record<string, object> =>
  headerReferences({
    ...COMMON_HEADERS,
    ...(spec.scopes !== "public" && { ...RATE_LIMIT_HEADERS, Vary: "Vary" }),
    ...(isList(spec) && {
      Link: "Link",
      "X-Total-Count": "TotalCount",
      "X-Next-Cursor": "NextCursor",
    }),
    ...((isResourceRead(spec) || isWrite(spec)) && { ETag: "ETag" }),
    ...(isWrite(spec) && { "Idempotency-Replayed": "Replayed" }),
    ...(spec.deprecated && { Deprecation: "Deprecation", Sunset: "Sunset" }),
  });

/** The headers of an error response with this status. */
export const failureHeaders = (status: number): Record<string, object> =>
  headerReferences({
    ...COMMON_HEADERS,
    ...(status === 401 && { "WWW-Authenticate": "Authenticate" }),
    ...(status === 429 && RATE_LIMIT_HEADERS),
    ...((status === 429 || status === 503) && { "Retry-After": "RetryAfter" }),
  });

/** An example that the docs page shows but does not send. It would send a plain `example` of an optional parameter with each call. */
export const disabledExample = (value: unknown): object => ({ none: { value, "x-disabled": true } });

/** Headers of requests, by the names of their components. They have no examples, which the docs page would send with each call. */
export const HEADER_PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1).",
    schema: text,
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2).",
    schema: text,
  },
};

/** References to the headers that an endpoint reads. */
export const headerParameters = (spec: EndpointSpec): object[] =>
  (
    [
      ["IdempotencyKey", isWrite(spec)],
      ["IfMatch", isConditional(spec)],
      ["IfNoneMatch", isResourceRead(spec)],
    ] as const
  ).flatMap(([name, isRead]) => (isRead ? [{ $ref: `#/components/parameters/${name}` }] : []));
