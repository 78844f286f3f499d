import * as z from "zod";
import { requireScopes } from "#lib/caller.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { recordToolCall } from "#lib/platform/invocation.ts";
import type { Tool, ToolContext, ToolSpec } from "./tool.ts";
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
    return { content: [textOf(failureText(error, tool))], isError: true };
  }
}

const textOf = (text: string) => ({ type: "text" as const, text });

const OTHER_SLOT = "Call find_slots and ask the user for another time.";

/** What an agent should do after a failure, unless the tool has its own advice. */
const ADVICE: Partial<Record<FailureCode, string>> = {
  invalid_request: "Correct the arguments and call the tool again.",
  insufficient_scope: "Ask the user to connect Almanac again and to allow this.",
  list_too_large: "Send a shorter range or more filters.",
  booking_too_long: "Send an earlier `end`, or leave it out.",
  booking_in_the_past: `The time is over. ${OTHER_SLOT}`,
  booking_seats_full: OTHER_SLOT,
  booking_conflict: "Another booking has the same key. Call list_bookings before you try again.",
  forbidden: "The user can read this, but not change it. Tell the user to ask the host.",
  limit_reached: "Repeating the call fails again. Tell the user which limit was reached.",
  idempotency_key_reused: "Use a new `idempotencyKey` for a call with other arguments.",
  no_available_users_found_error: OTHER_SLOT,
};

/**
 * The text of a failed call, for a language model: what is wrong, with every invalid argument, then what to do next. If a time is not
 * available, it contains the next slots.
 */
function failureText(failure: Failure, { advice = {} }: ToolSpec): string {
  const { code, message, errors, extensions } = failure;
  const { nextSlots } = extensions;
  const next = Array.isArray(nextSlots) && nextSlots.length > 0 ? nextSlots : undefined;
  return [
    ...(errors.length > 0 ? errors.map((problem) => problem.message) : [message]),
    ...(next ? [`The next free slots start at ${next.join(", ")}. Book one of them, or:`] : []),
    advice[code] ?? ADVICE[code] ?? "Tell the user.",
    `(${code})`,
  ].join("\n");
}
