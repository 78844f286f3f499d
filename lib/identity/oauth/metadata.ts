import * as z from "zod";
import { Scope } from "#lib/scopes.ts";

const list = z.array(z.string());

/** Metadata of the authorization server (RFC 8414 §2, RFC 9207 §3). */
export const ServerMetadata = z
  .object({
    issuer: z.string().describe("URL of the authorization server."),
    authorization_endpoint: z.string().describe("URL of the page where users authorize applications."),
    token_endpoint: z.string().describe("URL that returns tokens."),
    jwks_uri: z.string().describe("URL of the public keys."),
    revocation_endpoint: z.string().describe("URL that revokes tokens."),
    introspection_endpoint: z.string().describe("URL that checks tokens."),
    scopes_supported: z.array(Scope).describe("Scopes that applications can request."),
    response_types_supported: list.describe("Values of `response_type`."),
    response_modes_supported: list.describe("Ways in which the code is returned."),
    grant_types_supported: list.describe("Values of `grant_type`."),
    token_endpoint_auth_methods_supported: list.describe("Ways in which clients authenticate for tokens."),
    revocation_endpoint_auth_methods_supported: list.describe(
      "Ways in which clients authenticate to revoke tokens.",
    ),
    introspection_endpoint_auth_methods_supported: list.describe(
      "Ways in which clients authenticate to check tokens.",
    ),
    code_challenge_methods_supported: list.describe("PKCE methods (RFC 7636)."),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .describe("Whether responses have the parameter `iss` (RFC 9207)."),
    subject_types_supported: list.describe(
      "`public`: the `sub` of a user is the same for all applications. Clients that read OpenID metadata require it.",
    ),
    id_token_signing_alg_values_supported: list.describe(
      "Algorithm of the public keys. Clients that read OpenID metadata require it; no ID tokens are issued.",
    ),
  })
  .describe("Metadata of the authorization server (RFC 8414).");

/** Metadata of the API for OAuth clients (RFC 9728 §2). */
export const ResourceMetadata = z
  .object({
    resource: z.string().describe("URL of the API."),
    resource_name: z.string().describe("Name of the API."),
    authorization_servers: list.describe("Issuers of its access tokens."),
    scopes_supported: z.array(Scope).describe("Scopes that applications can request."),
    bearer_methods_supported: list.describe("How access tokens are sent."),
  })
  .describe("Metadata of the API as an OAuth resource (RFC 9728).");

const SECRET_METHODS = ["client_secret_basic", "client_secret_post"];

/** Seconds for which these documents can be cached. */
export const METADATA_SECONDS = 3_600;

/** Builds the metadata of the authorization server. All its URLs start with the issuer. */
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
  token_endpoint_auth_methods_supported: [...SECRET_METHODS, "none"],
  revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, "none"],
  introspection_endpoint_auth_methods_supported: SECRET_METHODS,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
});

/** Builds the metadata of the API, whose URL is the issuer. */
export const resourceMetadata = (issuer: string): z.output<typeof ResourceMetadata> => ({
  resource: issuer,
  resource_name: "Almanac",
  authorization_servers: [issuer],
  scopes_supported: Scope.options,
  bearer_methods_supported: ["header"],
});
