import type { Content } from "#lib/entry/http/content-endpoint.ts";

const PROFILE = "https://www.rfc-editor.org/info/rfc9727";

/** The API catalog: the API and the MCP server with links to their documents, as a link set (RFC 9727, RFC 9264). */
export const apiCatalog = (baseUrl: string): Content => ({
  body: JSON.stringify({
    linkset: [
      {
        anchor: baseUrl,
        "service-desc": [{ href: `${baseUrl}/openapi.json`, type: "application/json" }],
        "service-doc": [{ href: `${baseUrl}/docs`, type: "text/html" }],
      },
      {
        anchor: `${baseUrl}/mcp`,
        "service-doc": [{ href: `${baseUrl}/docs#tag/ai-agents`, type: "text/html" }],
      },
    ],
  }),
  headers: {
    "Content-Type": `application/linkset+json; profile="${PROFILE}"`,
    Link: `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`,
  },
});
