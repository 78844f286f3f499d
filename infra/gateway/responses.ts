import { problemOf } from "#lib/entry/http/problem.ts";
import { commonHeaders } from "#lib/entry/http/response.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import type { Denial } from "#lib/identity/authorizer/denial.ts";

/** A response of the gateway itself: failure code, message, and additional headers. */
interface GatewayResponse {
  code: FailureCode;
  detail: string;
  headers?: Record<string, string>;
}

const BUSY = {
  code: "temporarily_unavailable",
  detail: "The service is busy. Try again.",
  headers: { "Retry-After": "1" },
} as const;
const BROKEN = {
  code: "internal_error",
  detail:
    "An unexpected error occurred. Try again. If the error persists, contact the operator with the request id.",
} as const;
const INVALID = { code: "invalid_request", detail: "The request is invalid." } as const;
const THROTTLED = {
  code: "too_many_requests",
  detail: "Too many requests. Try again in 1 s.",
  headers: { "Retry-After": "1" },
} as const;
const BLOCKED = { code: "forbidden", detail: "The request was blocked." } as const;

/** The variables of the gateway that contain the authorizer's values. */
const DENIAL: Record<keyof Denial, string> = {
  code: "$context.authorizer.code",
  title: "$context.authorizer.title",
  detail: "$context.authorizer.detail",
  challenge: "$context.authorizer.challenge",
};

/** The response of every type except ACCESS_DENIED. A missing type would have the gateway's default body. */
const RESPONSES: Record<string, GatewayResponse> = {
  UNAUTHORIZED: {
    code: "unauthorized",
    detail: "Send an API key or an access token.",
    headers: { "WWW-Authenticate": "Bearer" },
  },
  API_CONFIGURATION_ERROR: BROKEN,
  // These two also occur if Lambda throttles the authorizer.
  AUTHORIZER_CONFIGURATION_ERROR: BUSY,
  AUTHORIZER_FAILURE: BUSY,
  BAD_REQUEST_BODY: INVALID,
  BAD_REQUEST_PARAMETERS: INVALID,
  DEFAULT_4XX: INVALID,
  DEFAULT_5XX: BROKEN,
  EXPIRED_TOKEN: BLOCKED,
  INTEGRATION_FAILURE: BUSY,
  INTEGRATION_TIMEOUT: BUSY,
  INVALID_API_KEY: BLOCKED,
  INVALID_SIGNATURE: BLOCKED,
  MISSING_AUTHENTICATION_TOKEN: { code: "not_found", detail: "No such endpoint. See /v1/docs." },
  QUOTA_EXCEEDED: THROTTLED,
  // API Gateway does not apply this one: it always responds with its own 413, after 10 MB. It is here in case that changes.
  REQUEST_TOO_LARGE: {
    code: "payload_too_large",
    detail: "The request is too large. A body can have at most 256 KB.",
  },
  RESOURCE_NOT_FOUND: { code: "not_found", detail: "No such endpoint. See /v1/docs." },
  THROTTLED,
  UNSUPPORTED_MEDIA_TYPE: { code: "unsupported_media_type", detail: "Send the body as application/json." },
  WAF_FILTERED: BLOCKED,
};

/** Returns `x-amazon-apigateway-gateway-responses`: the gateway's own errors as problem documents. */
export const gatewayResponses = (): Record<string, object> => ({
  ...Object.fromEntries(Object.entries(RESPONSES).map(([type, one]) => [type, gatewayResponse(one)])),
  ACCESS_DENIED: accessDenied(),
});

/** The failures that the gateway returns itself or through the fallback function. */
export const gatewayFailures = (): Set<FailureCode> =>
  new Set([
    ...(["not_found", "method_not_allowed", "invalid_token"] as const),
    ...Object.values(RESPONSES).map(({ code }) => code),
  ]);

/** The response if the authorizer denies a request, with the values that it sets. */
function accessDenied(): object {
  const { code, title, detail, challenge } = DENIAL;
  const response = gatewayResponse({ code: "unauthorized", detail });
  const problem = {
    ...problemAtGateway("unauthorized", detail),
    type: `urn:almanac:problem:${code}`,
    title,
    code,
  };
  return {
    ...response,
    responseParameters: {
      ...response.responseParameters,
      "gatewayresponse.header.WWW-Authenticate": challenge.slice(1),
    },
    responseTemplates: { "application/json": JSON.stringify(problem) },
  };
}

/** The problem document as a template. The gateway escapes no variables, so it does not contain `requestId`, which callers can set (ADR 0031). */
const problemAtGateway = (code: FailureCode, detail: string) =>
  problemOf(new Failure(code, detail), { requestId: "$context.extendedRequestId" });

function gatewayResponse({ code, detail, headers = {} }: GatewayResponse) {
  const { "X-Request-Id": _, ...fixed } = commonHeaders("");
  const all = { ...fixed, "Content-Type": "application/problem+json", ...headers };
  const parameters = Object.entries(all).map(([name, value]) => [
    `gatewayresponse.header.${name}`,
    `'${value}'`,
  ]);
  return {
    statusCode: String(FAILURES[code].status),
    responseParameters: {
      ...Object.fromEntries(parameters),
      "gatewayresponse.header.X-Request-Id": "context.extendedRequestId",
    },
    responseTemplates: { "application/json": JSON.stringify(problemAtGateway(code, detail)) },
  };
}
