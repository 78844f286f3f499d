import * as z from "zod";
import { requireScopes } from "#lib/caller.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { recordToolCall } from "#lib/platform/invocation.ts";
import { failureText } from "./failure-text.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** The result of a tool call (specification 2026-07-28, "Tools", "Tool Result"). */
export interface ToolResult {
  content: { type: "text"; text: string }[];
  structuredContent?: object;
  isError: boolean;
}

/** Failures that every tool may have. */
const COMMON_FAILURES: readonly FailureCode[] = [
  "invalid_request",
  "insufficient_scope",
  "idempotency_key_reused",
];

const ToolCall = z.looseObject({
  name: z.string(),
  arguments: z.looseObject({}).optional(),
});

/** Finds the tool of a call, and its arguments; undefined if there is no such tool, or the parameters are invalid. */
export function findToolCall(params: object): { tool: Tool; args: object } | undefined {
  const { data } = ToolCall.safeParse(params);
  const tool = TOOLS.find(({ name }) => name === data?.name);
  return tool && { tool, args: data?.arguments ?? {} };
}

/**
 * Calls a tool. A failure that the agent can act on becomes a result with `isError`, for its language model.
 *
 * @throws {Failure} with a status of 500 or more
 */
export async function callTool(tool: Tool, args: object, context: ToolContext): Promise<ToolResult> {
  recordToolCall({ tool: tool.name });
  try {
    requireScopes(context.caller, tool.scopes);
    const result = await tool.call(args, context);
    return { content: [textOf(JSON.stringify(result))], structuredContent: result, isError: false };
  } catch (error) {
    if (!(error instanceof Failure) || FAILURES[error.code].status >= 500) throw error;
    const isDeclared = tool.failures.includes(error.code) || COMMON_FAILURES.includes(error.code);
    recordToolCall({ tool: tool.name, failure: error.code, isDeclared });
    return { content: [textOf(failureText(error, tool, args))], isError: true };
  }
}

const textOf = (text: string) => ({ type: "text" as const, text });
