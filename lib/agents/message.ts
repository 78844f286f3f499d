import * as z from "zod";

/** The prefix of the protocol's own fields in `_meta`. */
export const META_PREFIX = "io.modelcontextprotocol/";

const Meta = z.looseObject({
  [`${META_PREFIX}protocolVersion`]: z.string().optional().describe("Revision of MCP, such as `2026-07-28`."),
  [`${META_PREFIX}clientCapabilities`]: z.looseObject({}).optional().describe("What the client can do."),
});

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
      .looseObject({ _meta: Meta.optional().describe("Metadata, which MCP requires since 2026-07-28.") })
      .optional()
      .describe("Parameters of the method."),
  })
  .meta({ "x-maxBytes": 262_144, example: { jsonrpc: "2.0", id: 1, method: "tools/list" } });

export type McpMessage = z.output<typeof McpMessage>;

/** A request with its parameters and metadata. */
export interface McpRequest {
  id: string | number;
  method: string;
  params: Record<string, unknown>;
  meta: { protocolVersion: string | undefined; clientCapabilities: object | undefined };
}

/** Converts a message to a request; undefined for a notification. */
export function toRequest({ id, method, params = {} }: McpMessage): McpRequest | undefined {
  if (id === undefined) return undefined;
  const { _meta: meta = {} } = params;
  const protocolVersion = meta[`${META_PREFIX}protocolVersion`];
  const clientCapabilities = meta[`${META_PREFIX}clientCapabilities`];
  return { id, method, params, meta: { protocolVersion, clientCapabilities } };
}
