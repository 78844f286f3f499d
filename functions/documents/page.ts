import * as z from "zod";
import { findDemoKey } from "#lib/documents/demo-key.ts";
import { docsPage } from "#lib/documents/docs-page.ts";
import { contentEndpoint } from "#lib/http/content-endpoint.ts";

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
