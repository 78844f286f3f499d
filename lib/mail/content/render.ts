import { type Html, html } from "#lib/entry/pages/html.ts";
import { cutText, LONGEST_IN_HEADER, withoutLinks } from "./clean-text.ts";
import { type BookingMail, type Content, contentOf, type Row } from "./content.ts";
import { languageOf, type MailLanguage, SENTENCES } from "./sentences.ts";
import { formatStart } from "./times.ts";
import { titleFor } from "./topic.ts";

/** Bytes of the HTML of a mail: longer ones are cut by mail clients. */
const LARGEST_HTML = 20 * 1_024;
/** Characters of each value, one limit after the other until the HTML fits. */
const VALUE_LIMITS = [2_000, 500, 100] as const;

/** What a person reads of a mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a mail in the language, on the clock and with the links of its recipient. */
export function renderMail(mail: BookingMail): RenderedMail {
  const subject = subjectOf(mail);
  const { language } = languageOf(mail.recipient.locale);
  let rendered: RenderedMail = { subject, text: "", html: "" };
  for (const longest of VALUE_LIMITS) {
    const content = contentOf(mail, longest);
    rendered = renderContent(content, { subject, language });
    if (Buffer.byteLength(rendered.html) <= LARGEST_HTML) break;
  }
  return rendered;
}

/** Renders what a mail says as plain text and as HTML. */
export const renderContent = (
  content: Content,
  { subject, language }: { subject: string; language: MailLanguage },
): RenderedMail => ({
  subject,
  text: textOf(content),
  html: String(htmlOf(content, { subject, language })),
});

/** What, who is on the other side, and when. */
function subjectOf({ kind, booking, recipient }: BookingMail): string {
  const { language, locale } = languageOf(recipient.locale);
  const title = titleFor(booking, recipient, (text) => cutText(text, LONGEST_IN_HEADER));
  const when = formatStart(booking.startTime, { ...recipient, locale });
  return `${SENTENCES[language].subjects[kind]}: ${title}, ${when}`;
}

const textOf = ({ headline, rows, links }: Content): string =>
  [
    headline,
    "",
    ...rows.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n  ")}`),
    ...(links.length > 0 ? [""] : []),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    "",
  ].join("\n");

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const LINK = "color:#1d4ed8";
const LABEL = "padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;color:#555";
const VALUE = "padding:4px 0;white-space:pre-wrap;overflow-wrap:anywhere";

const htmlOf = (
  { headline, rows, links }: Content,
  { subject, language }: { subject: string; language: string },
): Html => html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;background:#fff;color:#111">
<div style="max-width:560px;margin:0 auto;padding:24px;${FONT}">
<p style="margin:0 0 16px;font-size:20px;font-weight:bold">${headline}</p>
<table style="border-collapse:collapse;${FONT}">
${rows.map(rowHtml)}</table>
${links.map(({ label, url }) => html`<p style="margin:16px 0 0"><a href="${url}" style="${LINK}">${label}</a></p>\n`)}</div>
</body>
</html>
`;

const rowHtml = (row: Row): Html =>
  html`<tr><th scope="row" style="${LABEL}">${row.label}</th><td dir="auto" style="${VALUE}">${valueHtml(row)}</td></tr>\n`;

function valueHtml({ value, url, isStruck, isOwnText }: Row): Html {
  if (url !== undefined) return html`<a href="${url}" style="${LINK}">${value}</a>`;
  const text = isOwnText ? value : withoutLinks(value);
  return isStruck ? html`<s>${text}</s>` : html`${text}`;
}
