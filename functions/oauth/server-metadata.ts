import { endpoint } from "#lib/entry/http/endpoint.ts";
import { METADATA_SECONDS, ServerMetadata, serverMetadata } from "#lib/identity/oauth/metadata.ts";

/** Returns the metadata of the authorization server. RFC 8414, ADR 0049. */
export const handler = endpoint(
  {
    id: "oauth.server-metadata",
    summary: "Get the metadata of the authorization server",
    description:
      "Metadata that OAuth libraries read to configure themselves (RFC 8414). The path of OpenID metadata is for clients that ask only there below the base URL (RFC 8414 §5); the service is no OpenID provider.",
    route: "GET /.well-known/oauth-authorization-server",
    aliases: ["GET /.well-known/oauth-authorization-server/v1", "GET /.well-known/openid-configuration"],
    scopes: "public",
    input: {},
    response: ServerMetadata,
    failures: [],
    permissions: [],
    maxAgeSeconds: METADATA_SECONDS,
  },
  async ({ baseUrl }) => serverMetadata(baseUrl),
);
