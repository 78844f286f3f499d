import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";
import { STYLESHEET } from "./stylesheet.ts";

/** The CSP source that allows the stylesheet of the pages, and no other (CSP 3 §8.3). */
export const STYLE_SOURCE = `'sha256-${createHash("sha256").update(String(STYLESHEET)).digest("base64")}'`;

const MARK = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="3" y="4.5" width="18" height="16.5" rx="3"/><path d="M3 9.5h18M8 2.5v4M16 2.5v4M8.5 15.2l2.4 2.3 4.6-4.8"/></svg>`;

/** The parts of a page that differ. */
export interface PageParts {
  title: string;
  main: Html;
  footer?: Html;
  /** Whether the page has tables, which need more width than a form. */
  isWide?: true;
  /** URL to which the page redirects by itself. */
  redirectTo?: URL;
}

/** A complete HTML document. It loads nothing: style and pictures are inline. */
export const pageDocument = ({
  title,
  main,
  footer,
  isWide,
  redirectTo,
}: PageParts): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${redirectTo && html`<meta http-equiv="refresh" content="0; url=${redirectTo.href}">`}
<title>${title} · Almanac</title>
<link rel="icon" href="data:,">
<style>${STYLESHEET}</style>
</head>
<body${isWide && html` class="wide"`}>
<header class="brand">${MARK}<span>Almanac</span></header>
<main>
${main}
</main>
${footer && html`<footer>${footer}</footer>`}
</body>
</html>
`;
