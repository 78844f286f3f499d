import { ProtocolError, ProtocolErrorCode, Server, type ServerOptions } from "@modelcontextprotocol/server";
import { assetText } from "#lib/entry/http/asset.ts";
import { API_VERSION } from "#lib/entry/http/version.ts";
import { callTool } from "./call-tool.ts";
import type { Tool, ToolContext } from "./tool.ts";
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
 * `onError` receives unexpected errors. The package sends their messages to the client, with status 200.
 */
export function createMcpServer(context: ToolContext, onError: (error: unknown) => void): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  const report = (error: unknown) => {
    onError(error);
    throw error;
  };
  server.setRequestHandler("tools/list", () => listTools().catch(report));
  server.setRequestHandler("tools/call", ({ params: { name, arguments: args = {} } }) =>
    callTool(getTool(name), args, context).catch(report),
  );
  return server;
}

const listTools = async () => ({ tools: JSON.parse(await assetText("mcp-tools.json")) });

function getTool(name: string): Tool {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool) return tool;
  const message = `There is no tool ${JSON.stringify(name)}. Call tools/list.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
