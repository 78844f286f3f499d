import { isConditional, isList, isWrite, readsOne } from "#infra/documents/kinds.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };

/** Headers of answers, under the names operations refer to. */
export const HEADERS = {
  RequestId: { description: "Names this call, for logs and support", required: true, schema: text },
  ApiVersion: {
    description: "The version of the document the service answers by",
    required: true,
    schema: text,
  },
  ETag: {
    description:
      "The version of the resource and a digest of what the caller sees of it, for `If-Match` and `If-None-Match`",
    schema: text,
    example: '"3.mXn0dTJ5gWqk0fDbyPA8tQ"',
  },
  Vary: {
    description: "The headers the answer depends on, so that no cache shows it to another caller",
    required: true,
    schema: text,
    example: "Authorization, X-Api-Key",
  },
  Replayed: {
    description: "`true` when the answer is that of an earlier call with the same `Idempotency-Key`",
    schema: { type: "string", const: "true" },
  },
  Link: {
    description: "The neighbours of a page (RFC 8288): first, prev, next, last; after a cursor: first, next",
    schema: text,
    example: '<https://api.example.com/v1/bookings?take=25&page=2>; rel="next"',
  },
  TotalCount: {
    description: "How many elements the whole list has, where they can be counted",
    schema: whole,
    example: 100,
  },
  NextCursor: {
    description:
      "After a cursor: the `cursor` to go on with. A list that grows at its end, as events do, says it at its end, too, to be asked with later",
    schema: text,
  },
  RateLimit: {
    description: "`r` requests are left of the window, which is full again in `t` seconds",
    schema: text,
    example: '"default";r=599;t=1',
  },
  RateLimitPolicy: {
    description: "`q` requests may be made in `w` seconds",
    schema: text,
    example: '"default";q=600;w=60',
  },
  RateLimitLimit: { description: "Requests a minute", schema: whole, example: 600 },
  RateLimitRemaining: { description: "Requests left", schema: whole, example: 599 },
  RateLimitReset: { description: "Seconds until all requests are there again", schema: whole, example: 1 },
  RetryAfter: { description: "Seconds after which a further try has a chance", schema: whole, example: 1 },
  Authenticate: { description: "How to authenticate (RFC 6750)", schema: text, example: "Bearer" },
  Location: { description: "Where it goes on", required: true, schema: text },
  Deprecation: { description: "Since when the operation is deprecated (RFC 9745)", schema: text },
  Sunset: { description: "When the operation will be gone (RFC 8594)", schema: text },
};

type HeaderName = keyof typeof HEADERS;

const refer = (headers: Record<string, HeaderName>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );

const EVERY_ANSWER = { "X-Request-Id": "RequestId", "X-API-Version": "ApiVersion" } as const;
const COUNTED_CALL = {
  RateLimit: "RateLimit",
  "RateLimit-Policy": "RateLimitPolicy",
  "X-RateLimit-Limit": "RateLimitLimit",
  "X-RateLimit-Remaining": "RateLimitRemaining",
  "X-RateLimit-Reset": "RateLimitReset",
} as const;

/** The headers of an endpoint's success. */
export const headersOf = (spec: EndpointSpec): Record<string, object> =>
  refer({
    ...EVERY_ANSWER,
    ...(spec.scopes !== "public" && { ...COUNTED_CALL, Vary: "Vary" }),
    ...(isList(spec) && {
      Link: "Link",
      "X-Total-Count": "TotalCount",
      "X-Next-Cursor": "NextCursor",
    }),
    ...((readsOne(spec) || isWrite(spec)) && { ETag: "ETag" }),
    ...(isWrite(spec) && { "Idempotency-Replayed": "Replayed" }),
    ...(spec.deprecated && { Deprecation: "Deprecation", Sunset: "Sunset" }),
  });

/** The headers of a failure with this status. */
export const failureHeaders = (status: number): Record<string, object> =>
  refer({
    ...EVERY_ANSWER,
    ...(status === 401 && { "WWW-Authenticate": "Authenticate" }),
    ...(status === 429 && COUNTED_CALL),
    ...((status === 429 || status === 503) && { "Retry-After": "RetryAfter" }),
  });

/** An example that the docs page shows without sending it; a plain `example` of an optional parameter would be sent with each call. */
export const unsent = (value: unknown): object => ({ none: { value, "x-disabled": true } });

/** Headers of requests, under the names operations refer to. */
export const HEADER_PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the call safe to repeat: within 24 hours the same key with the same request is answered as the first time, and nothing is done again. A key that comes with another request is refused (422).",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    examples: unsent("8e03978e-40d5-43e8-bc93-6894a57f9324"),
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "Changes the resource only while it has this entity tag; else 412 (RFC 9110 §13.1.1).",
    schema: text,
    examples: unsent('"3.mXn0dTJ5gWqk0fDbyPA8tQ"'),
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "Answers 304 without a body while the resource has this entity tag (RFC 9110 §13.1.2).",
    schema: text,
    examples: unsent('"3.mXn0dTJ5gWqk0fDbyPA8tQ"'),
  },
};

/** The headers an endpoint reads. */
export const headerParameters = (spec: EndpointSpec): object[] =>
  (
    [
      ["IdempotencyKey", isWrite(spec)],
      ["IfMatch", isConditional(spec)],
      ["IfNoneMatch", readsOne(spec)],
    ] as const
  ).flatMap(([name, reads]) => (reads ? [{ $ref: `#/components/parameters/${name}` }] : []));
