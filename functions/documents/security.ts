import * as z from "zod";
import { securityText } from "#lib/entry/documents/security-text.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

/** Returns where to report a security problem (RFC 9116). */
export const handler = contentEndpoint(
  {
    id: "documents.security",
    summary: "Get the security contact (RFC 9116)",
    description: "Where to report security problems.",
    route: "GET /.well-known/security.txt",
    scopes: "public",
    mediaType: "text/plain",
    input: {},
    response: z.string(),
    failures: [],
    permissions: [],
    settings: ["SECURITY_CONTACT"],
  },
  async ({ baseUrl }) => securityText(baseUrl),
);
