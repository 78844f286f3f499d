import * as z from "zod";
import { docsPage, findDemoKey } from "#lib/entry/documents/docs-page.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

/** Returns the docs page, which renders the OpenAPI document and can send requests. */
export const handler = contentEndpoint(
  {
    id: "documents.page",
    summary: "Get the docs page",
    description: "The API reference as a web page.",
    route: "GET /docs",
    scopes: "public",
    mediaType: "text/html",
    response: z.string(),
    failures: [],
    permissions: [],
  },
  async ({ baseUrl }) => docsPage(baseUrl, await findDemoKey()),
);
