import * as z from "zod";
import { apiCatalog } from "#lib/entry/documents/api-catalog.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

const Links = z.array(
  z.object({
    href: z.string().describe("URL of the document."),
    type: z.string().describe("Media type of the document."),
  }),
);

/** Returns the API catalog (RFC 9727). */
export const handler = contentEndpoint(
  {
    id: "documents.api-catalog",
    summary: "Get the API catalog (RFC 9727)",
    description: "Links to the descriptions of the API and of the MCP server.",
    route: "GET /.well-known/api-catalog",
    scopes: "public",
    mediaType: "application/linkset+json",
    input: {},
    response: z.object({
      linkset: z
        .array(
          z.object({
            anchor: z.string().describe("URL of the API or of the MCP server."),
            "service-desc": Links.optional().describe("Descriptions for programs. The MCP server has none."),
            "service-doc": Links.describe("Documentation for people."),
          }),
        )
        .describe("The APIs of this service."),
    }),
    failures: [],
    permissions: [],
  },
  async ({ baseUrl }) => apiCatalog(baseUrl),
);
