import * as z from "zod";
import type { FailureCode } from "#lib/failures.ts";
import { headerOf } from "#lib/http/headers.ts";
import { type HandleCall, pipeline } from "#lib/http/pipeline.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import { answerMessage } from "./answer-message.ts";
import { McpMessage } from "./message.ts";
import { requireTrustedOrigin } from "./require-origin.ts";
import { TOOLS } from "./tools.ts";

/** What a result that is recorded for an `idempotencyKey` needs. */
const OWN_PERMISSIONS: readonly Permission[] = ["table:GetItem", "table:PutItem"];
/** Failures of a request. Those of a tool are in its result. */
const OWN_FAILURES: readonly FailureCode[] = ["forbidden"];

const McpResponse = z.looseObject({
  jsonrpc: z.literal("2.0").describe("Version of JSON-RPC."),
  id: z.union([z.string(), z.int()]).optional().describe("Id of the request."),
  result: z.looseObject({}).optional().describe("Result of the method."),
  error: z
    .looseObject({ code: z.int().describe("JSON-RPC code."), message: z.string().describe("What is wrong.") })
    .optional()
    .describe("Error, instead of a result."),
});

type McpSpec = Pick<EndpointSpec, "id" | "summary" | "route"> & { description: string };

/**
 * Makes the Lambda handler of the MCP server: Streamable HTTP without sessions and streams. Each tool has its own scopes, so the endpoint
 * needs none.
 */
export function mcpEndpoint(spec: McpSpec) {
  const mcpSpec: EndpointSpec = {
    ...spec,
    scopes: [],
    protocol: "mcp",
    body: McpMessage,
    response: McpResponse,
    failures: OWN_FAILURES,
    permissions: [...new Set([...OWN_PERMISSIONS, ...TOOLS.flatMap(({ permissions }) => permissions)])],
    assets: ["mcp-tools.json"],
  };
  const answer: HandleCall = async ({ body, host, caller }, event) => {
    const header = (name: string) => headerOf(event, name);
    requireTrustedOrigin(header("Origin"));
    const reply = await answerMessage({ message: McpMessage.parse(body), host, caller, header });
    return { ...reply, body: reply.body === undefined ? "" : JSON.stringify(reply.body) };
  };
  return Object.assign(pipeline(mcpSpec, answer), { spec: mcpSpec });
}
