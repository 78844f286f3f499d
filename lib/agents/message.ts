import * as z from "zod";

/**
 * A JSON-RPC 2.0 request, or a notification, which has no `id`. Responses are rejected, because the server sends no requests; so are lists
 * of messages, which MCP has not had since 2025-06-18.
 */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0").describe("Version of JSON-RPC."),
    id: z
      .union([z.string().max(255), z.int()])
      .optional()
      .describe("Id of the request, which its response repeats. A notification has none."),
    method: z.string().max(255).describe("Method, such as `tools/list` or `tools/call`."),
    params: z
      .looseObject({
        _meta: z.looseObject({}).optional().describe("Metadata, which MCP requires since 2026-07-28."),
      })
      .optional()
      .describe("Parameters of the method."),
  })
  .meta({ "x-maxBytes": 262_144, example: { jsonrpc: "2.0", id: 1, method: "tools/list" } });

export type McpMessage = z.output<typeof McpMessage>;
