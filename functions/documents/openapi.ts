import * as z from "zod";
import { assetContent } from "#lib/entry/http/asset.ts";
import { contentEndpoint } from "#lib/entry/http/content-endpoint.ts";

/** Returns the OpenAPI document. */
export const handler = contentEndpoint(
  {
    id: "documents.openapi",
    summary: "Get the OpenAPI document",
    description: "This API as an OpenAPI 3.1 document.",
    route: "GET /openapi.json",
    scopes: "public",
    mediaType: "application/json",
    input: {},
    response: z.looseObject({
      openapi: z.literal("3.1.0").describe("Version of the OpenAPI specification."),
    }),
    failures: [],
    permissions: [],
    assets: ["openapi.json"],
    streams: true,
  },
  async ({ header }) => assetContent("openapi.json", header("accept-encoding")),
);
