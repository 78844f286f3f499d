import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createMcpServer } from "./mcp-server.ts";
import type { McpMessage } from "./message.ts";
import type { ToolContext } from "./tool.ts";

/** A message, with the headers and the caller of its HTTP request. */
interface McpCall extends ToolContext {
  message: McpMessage;
  header: (name: string) => string | undefined;
}

/**
 * Answers one message of a client with one JSON document, in the revision of the protocol that the client uses. The response to a notification
 * has no body.
 *
 * @throws {Failure} with a status of 500 or more
 */
export async function answerMessage({ message, header, ...context }: McpCall): Promise<Response> {
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
