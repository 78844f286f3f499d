import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { FAILURES, Failure, type FailureCode, type FieldProblem, moveProblem } from "#lib/failures.ts";
import { failureFrom, INVALID_JSON, type Problem, problemOf } from "./problem.ts";
import { requestIdOf } from "./request-id.ts";
import { cacheHeaders, type HttpResponse, headersFor } from "./response.ts";
import type { EndpointSpec } from "./spec.ts";

/** Middleware that renders an error in the format of the endpoint's protocol. */
export function failureResponse(spec: EndpointSpec): MiddlewareObj<APIGatewayProxyEvent, HttpResponse> {
  const isProblem = spec.protocol !== "oauth" && spec.protocol !== "mcp";
  return {
    onError: (request) => {
      const { event, error } = request;
      const failure = withSentPointers(spec, failureFrom(error), event.body);
      const headers = {
        ...headersFor(spec, event),
        ...(spec.protocol === "oauth" && cacheHeaders(spec)),
        ...failure.headers,
        "Content-Type": isProblem ? "application/problem+json" : "application/json; charset=utf-8",
      };
      const body = JSON.stringify(failureBody(spec, failure, event));
      request.response = { statusCode: FAILURES[failure.code].status, headers, body };
    },
  };
}

/** A failure whose errors have the pointers to the fields as they were sent; see `sentPointer` of the spec. */
function withSentPointers({ sentPointer }: EndpointSpec, failure: Failure, body: unknown): Failure {
  const [first] = failure.errors;
  if (!sentPointer || !first) return failure;
  const move = (problem: FieldProblem) => moveProblem(problem, sentPointer(problem.pointer, body));
  const { code, message, headers, extensions } = failure;
  const errors = failure.errors.map(move);
  // The detail starts with the first problem.
  const detail = message.replace(first.message, () => move(first).message);
  return new Failure(code, detail, { errors, headers, extensions });
}

function failureBody({ protocol }: EndpointSpec, failure: Failure, event: APIGatewayProxyEvent): object {
  const requestId = requestIdOf(event);
  const call = { requestId, instance: event.path };
  if (protocol === "oauth") return oauthErrorOf(failure, requestId);
  return protocol === "mcp" ? jsonRpcErrorOf(failure, call) : problemOf(failure, call);
}

/** A JSON-RPC 2.0 error response (JSON-RPC 2.0 §5.1), without `id`, because the request could not be read or was rejected. */
interface JsonRpcError {
  jsonrpc: "2.0";
  error: { code: number; message: string; data?: unknown };
}

/** The codes of messages that are rejected before the protocol handles them, and of unexpected errors. */
const JSON_RPC_CODES = { parseError: -32_700, invalidRequest: -32_600, internalError: -32_603 } as const;

/** The body of a call to the MCP server that failed as a whole; `data` is the problem document that other endpoints return. */
export function jsonRpcErrorOf(
  failure: Failure,
  call: { requestId: string; instance?: string },
): JsonRpcError {
  const data: Problem = problemOf(failure, call);
  return { jsonrpc: "2.0", error: { code: codeOf(failure), message: failure.message, data } };
}

function codeOf(failure: Failure): number {
  if (failure === INVALID_JSON) return JSON_RPC_CODES.parseError;
  return FAILURES[failure.code].status < 500 ? JSON_RPC_CODES.invalidRequest : JSON_RPC_CODES.internalError;
}

/** The body of every error of an OAuth endpoint (RFC 6749 §5.2), with `message` for older clients. */
interface OAuthError {
  error: string;
  error_description: string;
  message: string;
  requestId: string;
}

/** Codes with the same name in OAuth. */
const SHARED: readonly FailureCode[] = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "unsupported_grant_type",
  "temporarily_unavailable",
];

/** The OAuth error code of a failure. Only clients that fail to authenticate get `too_many_requests`. */
export function oauthCode(code: FailureCode): string {
  if (SHARED.includes(code)) return code;
  if (code === "too_many_requests") return "invalid_client";
  return code === "internal_error" ? "server_error" : "invalid_request";
}

/** Renders a failure for an OAuth client. */
export const oauthErrorOf = ({ code, message }: Failure, requestId: string): OAuthError => ({
  error: oauthCode(code),
  error_description: toAllowedCharacters(message),
  message,
  requestId,
});

/** Replaces the characters that an `error_description` must not contain. */
const toAllowedCharacters = (text: string): string =>
  text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7E]/g, "?");
