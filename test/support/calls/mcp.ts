import * as z from "zod";
import { handler } from "#functions/agents/mcp.ts";
import { type Answered, invoke } from "#test/support/calls/invoke.ts";

const ToolAnswer = z.object({
  result: z.object({
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.looseObject({}).optional(),
    isError: z.boolean(),
  }),
});

/** What a tool answered: its text, and the structured result unless it failed. */
export interface ToolAnswer {
  text: string;
  result: Record<string, unknown> | undefined;
  isError: boolean;
}

/** Sends the MCP server a body with a credential, or without one. */
export const sendMcp = (
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> =>
  invoke(handler, {
    body,
    headers: {
      "Content-Type": "application/json",
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
  });

/** A request of a method, as JSON-RPC has it. */
export const mcpRequest = (method: string, params?: object) => ({
  ...{ jsonrpc: "2.0", id: 1, method },
  ...(params && { params }),
});

/** Calls a tool with a credential. */
export async function callTool(key: string, name: string, args: object = {}): Promise<ToolAnswer> {
  const { json } = await sendMcp(key, mcpRequest("tools/call", { name, arguments: args }));
  const { content, structuredContent, isError } = ToolAnswer.parse(json).result;
  return { text: content.map(({ text }) => text).join("\n"), result: structuredContent, isError };
}
