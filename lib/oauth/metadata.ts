import * as z from "zod";
import { Scope } from "#lib/scopes.ts";

const list = z.array(z.string());

/** What OAuth clients have to know of the authorization server (RFC 8414 §2, RFC 9207 §3). */
export const ServerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  scopes_supported: z.array(Scope),
  response_types_supported: list,
  response_modes_supported: list,
  grant_types_supported: list,
  token_endpoint_auth_methods_supported: list,
  revocation_endpoint_auth_methods_supported: list,
  introspection_endpoint_auth_methods_supported: list,
  code_challenge_methods_supported: list,
  authorization_response_iss_parameter_supported: z.boolean(),
});

/** What OAuth clients have to know of the API (RFC 9728 §2). */
export const ResourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: list,
  scopes_supported: z.array(Scope),
  bearer_methods_supported: list,
});

const PROVEN = ["client_secret_basic", "client_secret_post"];

/** Seconds anyone may keep these documents. */
export const METADATA_SECONDS = 3_600;

/** Describes the authorization server, all of whose addresses lie under its issuer. */
export const serverMetadata = (issuer: string): z.output<typeof ServerMetadata> => ({
  issuer,
  authorization_endpoint: `${issuer}/auth/oauth2/authorize`,
  token_endpoint: `${issuer}/api/auth/oauth/token`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  revocation_endpoint: `${issuer}/api/auth/oauth/revoke`,
  introspection_endpoint: `${issuer}/api/auth/oauth/introspect`,
  scopes_supported: Scope.options,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: [...PROVEN, "none"],
  revocation_endpoint_auth_methods_supported: [...PROVEN, "none"],
  introspection_endpoint_auth_methods_supported: PROVEN,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});

/** Describes the API as a resource, for which the same address stands. */
export const resourceMetadata = (issuer: string): z.output<typeof ResourceMetadata> => ({
  resource: issuer,
  resource_name: "Almanac",
  authorization_servers: [issuer],
  scopes_supported: Scope.options,
  bearer_methods_supported: ["header"],
});
