import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";
import { STYLESHEET } from "./stylesheet.ts";

/** What CSP allows the pages' own style by, for no style else is (CSP 3 §8.3). */
export const STYLE_SOURCE = `'sha256-${createHash("sha256").update(String(STYLESHEET)).digest("base64")}'`;

const MARK = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="3" y="4.5" width="18" height="16.5" rx="3"/><path d="M3 9.5h18M8 2.5v4M16 2.5v4M8.5 15.2l2.4 2.3 4.6-4.8"/></svg>`;

/** The parts of a page that differ. */
export interface PageParts {
  title: string;
  main: Html;
  footer?: Html;
  /** Whether the page has tables, which need more width than a form. */
  isWide?: true;
  /** Where the browser goes on to by itself. */
  goesOnTo?: URL;
}

/** A complete page. It loads nothing: the style is in it, and so is every picture. */
export const pageDocument = ({
  title,
  main,
  footer,
  isWide,
  goesOnTo,
}: PageParts): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${goesOnTo && html`<meta http-equiv="refresh" content="0; url=${goesOnTo.href}">`}
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
