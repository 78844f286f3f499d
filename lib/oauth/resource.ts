import type { Scope } from "#lib/scopes.ts";

/** The scopes that the tools of the MCP server need: what its clients should request. */
export const MCP_SCOPES: readonly Scope[] = ["READ_BOOKING", "WRITE_BOOKING", "READ_PROFILE"];

/** The address of the MCP server, which is a part of the API. */
export const mcpResource = (issuer: string): string => `${issuer}/mcp`;

/** Paths of the metadata of the API, and of its MCP server (RFC 9728). */
export const API_METADATA = "/.well-known/oauth-protected-resource";
export const MCP_METADATA = `${API_METADATA}/mcp`;

/**
 * What is wrong with the `resource` that a client wants a token for (RFC 8707): undefined for the API, for its MCP server, and if a client
 * names none. The token is the same for both.
 */
export const resourceProblem = (resource: string | undefined, issuer: string): string | undefined =>
  resource === undefined || resource === issuer || resource === mcpResource(issuer)
    ? undefined
    : `The only supported resources are ${issuer} and ${mcpResource(issuer)}.`;
