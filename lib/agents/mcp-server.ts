import { ProtocolError, ProtocolErrorCode, Server, type ServerOptions } from "@modelcontextprotocol/server";
import { assetText } from "#lib/http/asset.ts";
import { API_VERSION } from "#lib/http/version.ts";
import { callTool } from "./call-tool.ts";
import type { ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const SERVER_INFO = { name: "almanac", title: "Almanac", version: API_VERSION };

/** How long clients may cache results that change only with a release. */
const RELEASE_CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const OPTIONS: ServerOptions = {
  capabilities: { tools: {} },
  instructions:
    "Almanac books meetings with the user who connected it. To book: list_event_types, then find_slots, then create_booking. Confirm times and people with the user before you book, move or cancel. Times in results are UTC, except those of find_slots and the next free slots of a failed call, which have the offset of the request.",
  cacheHints: { "server/discover": RELEASE_CACHE, "tools/list": RELEASE_CACHE },
};

/**
 * Creates the server that answers one message. It is the package's `Server` and not its `McpServer`, which would check arguments with its own
 * error texts and compute the JSON Schemas of the tools at run time (ADR 0053).
 *
 * `onError` receives the error of a tool that is not part of its result. The package would send its message to the client.
 */
export function createMcpServer(context: ToolContext, onError: (error: unknown) => void): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  server.setRequestHandler("tools/list", async () => ({
    tools: JSON.parse(await assetText("mcp-tools.json")),
  }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }) => {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(name)}. Call tools/list.`,
      );
    try {
      return await callTool(tool, args, context);
    } catch (error) {
      onError(error);
      throw error;
    }
  });
  return server;
}
