import { endpoint } from "#lib/entry/http/endpoint.ts";
import { METADATA_SECONDS, ResourceMetadata, resourceMetadata } from "#lib/identity/oauth/metadata.ts";
import { MCP_SCOPES, mcpResource } from "#lib/identity/oauth/resource.ts";

/** Describes the MCP server to OAuth clients, which compare `resource` with the address they call. RFC 9728 §3.3. */
export const handler = endpoint(
  {
    id: "agents.resource-metadata",
    summary: "Get the metadata of the MCP server",
    description: "Metadata of the MCP server for OAuth clients (RFC 9728).",
    route: "GET /.well-known/oauth-protected-resource/mcp",
    aliases: ["GET /.well-known/oauth-protected-resource/v1/mcp"],
    scopes: "public",
    input: {},
    response: ResourceMetadata,
    failures: [],
    permissions: [],
    maxAgeSeconds: METADATA_SECONDS,
  },
  async ({ baseUrl }) => ({
    ...resourceMetadata(baseUrl),
    resource: mcpResource(baseUrl),
    resource_name: "Almanac MCP server",
    scopes_supported: [...MCP_SCOPES],
  }),
);
