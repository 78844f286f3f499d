import { FAILURES, type Failure } from "#lib/failures.ts";
import { INVALID_JSON, type Problem, problemOf } from "./problem.ts";

/** A JSON-RPC 2.0 error response (JSON-RPC 2.0 §5.1), without `id`, because the request could not be read or was rejected. */
export interface JsonRpcError {
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
