import { endpoint } from "#lib/entry/http/endpoint.ts";
import { METADATA_SECONDS, ResourceMetadata, resourceMetadata } from "#lib/identity/oauth/metadata.ts";

/** Returns the metadata of the API for OAuth clients. RFC 9728. */
export const handler = endpoint(
  {
    id: "oauth.resource-metadata",
    summary: "Get the metadata of the protected resource",
    description: "Metadata of the API for OAuth clients (RFC 9728).",
    route: "GET /.well-known/oauth-protected-resource",
    aliases: ["GET /.well-known/oauth-protected-resource/v1"],
    scopes: "public",
    input: {},
    response: ResourceMetadata,
    failures: [],
    permissions: [],
    maxAgeSeconds: METADATA_SECONDS,
  },
  async ({ baseUrl }) => resourceMetadata(baseUrl),
);
