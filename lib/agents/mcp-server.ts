import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { requireScopes } from "#lib/caller.ts";
import { assetText } from "#lib/entry/http/asset.ts";
import { API_VERSION } from "#lib/entry/http/version.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { recordToolCall } from "#lib/platform/invocation.ts";
import { failureText } from "./failure-text.ts";
import type { McpMessage } from "./message.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A message, with the headers and the caller of its HTTP request. */
interface McpCall extends ToolContext {
  message: McpMessage;
  header: (name: string) => string | undefined;
}

/**
 * Handles one message of a client: responds with one JSON document, in the revision of the protocol that the client uses. The response to a notification
 * has no body.
 *
 * @throws {Failure} with a status of 500 or more
 */
export async function handleMessage({ message, header, ...context }: McpCall): Promise<Response> {
  const errors: unknown[] = [];
  const server = createMcpServer(context, (error) => errors.push(error));
  const response = await handleRequest(server, requestWith(header), message);
  if (errors.length > 0) throw errors[0];
  return response;
}

/** Handles a request whose body is already parsed. The package's own choice between the revisions would stream the responses of earlier ones. */
async function handleRequest(server: Server, request: Request, parsedBody: McpMessage): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }
  // A subscription would be a stream that does not end.
  const handler = createMcpHandler(() => server, { legacy: "reject", maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody });
}

/** The headers that repeat parts of a message. */
const MESSAGE_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/** The request as the package expects it. The endpoint has already checked the `Accept` and `Content-Type` that the client sent. */
function requestWith(header: McpCall["header"]): Request {
  const headers = new Headers({
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
  });
  for (const name of MESSAGE_HEADERS) {
    const value = header(name);
    // In `Headers`, a character is a byte; any other character is a TypeError.
    if (value !== undefined) headers.set(name, Buffer.from(value).toString("latin1"));
  }
  return new Request("https://localhost/mcp", { method: "POST", headers });
}

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
 * Creates the server that handles one message. It is the package's `Server` and not its `McpServer`, which would check arguments with its own
 * error texts and compute the JSON Schemas of the tools at run time (ADR 0053).
 *
 * `onError` receives unexpected errors. The package sends their messages to the client, with status 200.
 */
function createMcpServer(context: ToolContext, onError: (error: unknown) => void): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  const report = (error: unknown) => {
    onError(error);
    throw error;
  };
  server.setRequestHandler("tools/list", ({ params }) => {
    requireFirstPage(params?.cursor);
    return listTools().catch(report);
  });
  server.setRequestHandler("tools/call", ({ params: { name, arguments: args = {} } }) =>
    callTool(getTool(name), args, context).catch(report),
  );
  return server;
}

/** All tools are on one page, so no cursor was ever returned. As in the API, an empty one is that of the first page. */
function requireFirstPage(cursor = ""): void {
  if (cursor === "") return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Unknown cursor. Call tools/list without a cursor.",
  );
}

const listTools = async () => ({ tools: JSON.parse(await assetText("mcp-tools.json")) });

function getTool(name: string): Tool {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool) return tool;
  const message = `There is no tool ${JSON.stringify(name)}. Call tools/list.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

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
async function callTool(tool: Tool, args: object, context: ToolContext): Promise<CallToolResult> {
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
