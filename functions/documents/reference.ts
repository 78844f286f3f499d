import * as z from "zod";
import { assetContent } from "#lib/entry/http/asset.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

/** Returns the script of the docs page. */
export const handler = contentEndpoint(
  {
    id: "documents.reference",
    summary: "Get the script of the docs page",
    description: "The JavaScript of the docs page.",
    route: "GET /docs/reference.js",
    scopes: "public",
    mediaType: "text/javascript",
    input: {},
    response: z.string(),
    failures: [],
    permissions: [],
    assets: ["reference.js"],
    streams: true,
  },
  async ({ header }) =>
    assetContent("reference.js", header("accept-encoding") ?? "gzip", { isOnlyCompressed: true }),
);
