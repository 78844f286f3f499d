import type { Content } from "#lib/http/content-endpoint.ts";

/** Nothing leaves for another server: no fonts, no proxy, no usage data. A key stays in the page and goes with it. */
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

const attribute = (value: object): string =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The docs page. Its script is the only one that runs; it styles elements by attributes, which a policy can't tell from others. */
export const docsPage = (): Content => ({
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Almanac API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document it shows is <a href="openapi.json">openapi.json</a>.</noscript>
<script id="api-reference" data-url="openapi.json" data-configuration="${attribute(SETTINGS)}"></script>
<script src="docs/reference.js"></script>
</body>
</html>
`,
  headers: { "Cache-Control": "public, no-cache" },
  policy: {
    "connect-src": ["'self'"],
    "font-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
  },
});
