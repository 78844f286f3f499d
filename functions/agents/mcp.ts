import { mcpEndpoint } from "#lib/agents/mcp-endpoint.ts";

/** The MCP server for AI agents. Its tools do what the endpoints of bookings, slots and event types do. */
export const handler = mcpEndpoint({
  id: "agents.mcp",
  summary: "Call the MCP server",
  description:
    "The server of the Model Context Protocol, for AI agents: Streamable HTTP without sessions. The body is a JSON-RPC message. Its tools have the scopes, checks and errors of the endpoints. Send an API key or an access token, as for every endpoint.",
  route: "POST /mcp",
});
