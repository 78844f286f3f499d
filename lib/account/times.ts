import { type Html, html } from "#lib/entry/pages/html.ts";

/** A date in the user's time zone, such as 3 Nov 2026; "Never" for null. */
export const dateHtml = (instant: string | null, timeZone: string): Html =>
  instant === null ? html`Never` : timeHtml(instant, { dateStyle: "medium", timeZone });

/** A date and time in the user's time zone, such as 3 Nov 2026, 14:05. */
export const momentHtml = (instant: string, timeZone: string): Html =>
  timeHtml(instant, { dateStyle: "medium", timeStyle: "short", timeZone });

const timeHtml = (instant: string, options: Intl.DateTimeFormatOptions): Html =>
  html`<time datetime="${instant}">${new Intl.DateTimeFormat("en-GB", options).format(new Date(instant))}</time>`;
