import type { CallToolResult } from "@modelcontextprotocol/server";
import { requireScopes } from "#lib/caller.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { recordToolCall } from "#lib/platform/invocation.ts";
import { failureText } from "./failure-text.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** Failures that every tool may have. */
const COMMON_FAILURES: readonly FailureCode[] = [
  "invalid_request",
  "insufficient_scope",
  "idempotency_key_reused",
];

/**
 * Calls a tool. A failure that the agent can act on becomes a result with `isError`, for its language model.
 *
 * @throws {Failure} with a status of 500 or more
 */
export async function callTool(tool: Tool, args: object, context: ToolContext): Promise<CallToolResult> {
  recordToolCall({ tool: tool.name });
  try {
    requireScopes(context.caller, tool.scopes);
    const result = await tool.call(args, context);
    return { content: [textOf(JSON.stringify(result))], structuredContent: { ...result }, isError: false };
  } catch (error) {
    if (!(error instanceof Failure) || FAILURES[error.code].status >= 500) throw error;
    const isDeclared = tool.failures.includes(error.code) || COMMON_FAILURES.includes(error.code);
    recordToolCall({ tool: tool.name, failure: error.code, isDeclared });
    return { content: [textOf(failureText(error, tool, args))], isError: true };
  }
}

const textOf = (text: string) => ({ type: "text" as const, text });
