import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { basePathOf } from "#lib/entry/http/base-url.ts";
import type { Content } from "#lib/entry/http/content-endpoint.ts";
import type { ContentPolicy } from "#lib/entry/http/content-policy.ts";
import { html } from "#lib/entry/pages/html.ts";
import { setting } from "#lib/platform/env.ts";

/** The page sends nothing to other servers: it has no external fonts, no proxy and no telemetry. It does not store the API key. */
const SETTINGS = {
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: "bearer" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  documentDownloadType: "direct",
  hideClientButton: true,
  mcp: { disabled: true },
  persistAuth: false,
  proxyUrl: "",
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
};

/** The settings of the page, with the demo key for its requests if there is one. */
const settingsFor = (demoKey: string | undefined): object =>
  demoKey === undefined
    ? SETTINGS
    : {
        ...SETTINGS,
        authentication: { ...SETTINGS.authentication, securitySchemes: { bearer: { token: demoKey } } },
      };

/** Only the script of the page runs. It sets style attributes, which a policy can only allow for all elements. */
const POLICY: ContentPolicy = {
  "connect-src": ["'self'"],
  "font-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
};

/**
 * Renders the docs page of the API. On a local service it contains the API key of the demo data. Its links have no host, so that it works
 * behind a proxy.
 */
export function docsPage(baseUrl: string, demoKey?: string): Content {
  const folder = basePathOf(baseUrl);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Almanac API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page requires JavaScript. The OpenAPI document is available at <a href="${folder}/openapi.json">openapi.json</a>.</noscript>
<script id="api-reference" data-url="${folder}/openapi.json" data-configuration="${JSON.stringify(settingsFor(demoKey))}"></script>
<script src="${folder}/docs/reference.js"></script>
</body>
</html>
`;
  const headers = {
    "Cache-Control": "public, no-cache",
    // Pages of other origins must not read the key.
    ...(demoKey !== undefined && { "Access-Control-Allow-Origin": new URL(baseUrl).origin }),
  };
  return { body: String(page), headers, policy: POLICY };
}

const DemoFile = z.object({ users: z.object({ alice: z.object({ apiKey: z.string() }) }) });

/** The API key of Alice of the demo data. Undefined without demo data, and in every deployed service: `DEMO_FILE` is not set there. */
export async function findDemoKey(): Promise<string | undefined> {
  const file = setting("DEMO_FILE");
  if (file === undefined || !existsSync(file)) return undefined;
  return DemoFile.parse(JSON.parse(await readFile(file, "utf8"))).users.alice.apiKey;
}
