import * as z from "zod";
import { llmsText } from "#lib/entry/documents/llms-text.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

/** Returns an introduction to the API for language models (llmstxt.org). */
export const handler = contentEndpoint(
  {
    id: "documents.llms",
    summary: "Get an introduction for language models",
    description: "A short introduction for language models, as Markdown (llmstxt.org).",
    route: "GET /llms.txt",
    scopes: "public",
    mediaType: "text/plain",
    input: {},
    response: z.string(),
    failures: [],
    permissions: [],
  },
  async ({ baseUrl }) => llmsText(baseUrl),
);
