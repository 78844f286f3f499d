import * as z from "zod";
import { apiCatalog } from "#lib/documents/api-catalog.ts";
import { contentEndpoint } from "#lib/http/content-endpoint.ts";

const Links = z.array(z.object({ href: z.string(), type: z.string() }));

/** Answers where the API and its documents are (RFC 9727). */
export const handler = contentEndpoint(
  {
    id: "documents.api-catalog",
    summary: "Get the API catalog (RFC 9727)",
    route: "GET /.well-known/api-catalog",
    scopes: "public",
    mediaType: "application/linkset+json",
    response: z.object({
      linkset: z.array(z.object({ anchor: z.string(), "service-desc": Links, "service-doc": Links })),
    }),
    failures: [],
    grants: [],
  },
  async ({ baseUrl }) => apiCatalog(baseUrl),
);
