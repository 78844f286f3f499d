import * as z from "zod";
import { handler } from "#functions/agents/mcp.ts";
import { GatewayContext } from "#lib/entry/http/gateway-context.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { type HandlerResponse, readReply } from "#test/support/calls/invoke.ts";
import { authorizerEvent, gatewayEvent, LAMBDA_CONTEXT } from "./gateway-event.ts";

const ToolAnswer = z.object({
  result: z.object({
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.looseObject({}).optional(),
    isError: z.boolean(),
  }),
});

/** The result of a tool: its text, and the structured result unless it failed. */
export interface ToolAnswer {
  text: string;
  result: Record<string, unknown> | undefined;
  isError: boolean;
}

/** Sends the MCP server a body with a valid credential. The authorizer finds its caller, as at the gateway. */
export async function sendMcp(
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<HandlerResponse> {
  const { route } = handler.spec;
  const sent = { "Content-Type": "application/json", Authorization: `Bearer ${key}`, ...headers };
  const values = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]));
  const { context } = await authorize(authorizerEvent({ headers: values }, route));
  const event = gatewayEvent(route, { body, headers: sent });
  event.requestContext.authorizer = GatewayContext.parse(context);
  return readReply(await handler(event, LAMBDA_CONTEXT));
}

/** A JSON-RPC request. */
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
