import type { Scope } from "#lib/scopes.ts";

/** The scopes that the tools of the MCP server need and its clients should request. */
export const MCP_SCOPES: readonly Scope[] = [
  "READ_BOOKING",
  "WRITE_BOOKING",
  "READ_CALENDAR",
  "READ_PROFILE",
];

/** URL of the MCP server, which is a part of the API. */
export const mcpResource = (issuer: string): string => `${issuer}/mcp`;

/** Paths of the metadata of the API, and of its MCP server (RFC 9728). */
export const API_METADATA = "/.well-known/oauth-protected-resource";
export const MCP_METADATA = `${API_METADATA}/mcp`;

/**
 * Returns why the `resource` of a token request is invalid (RFC 8707), or undefined. Valid are the API, its MCP server, and none; the token is
 * the same.
 */
export const resourceProblem = (resource: string | undefined, issuer: string): string | undefined =>
  resource === undefined || resource === issuer || resource === mcpResource(issuer)
    ? undefined
    : `The only supported resources are ${issuer} and ${mcpResource(issuer)}.`;
