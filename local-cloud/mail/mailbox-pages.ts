import { findPart, type MimePart } from "./mime.ts";

/** What the list shows of a mail. */
export interface MailSummary {
  id: string;
  time: string;
  from: string;
  to: string;
  subject: string;
  status: string;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f8; --card: #fff; --text: #1b1e28; --quiet: #565d70; --line: #d9dce6; --accent: #4338ca; }
@media (prefers-color-scheme: dark) { :root { --ground: #101218; --card: #191c25; --text: #eceef4; --quiet: #a9b0c2; --line: #303543; --accent: #a5b0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem 3rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
h2 { margin: 1.75rem 0 .5rem; font-size: .875rem; color: var(--quiet); }
a { color: var(--accent); }
ul { margin: 0; padding: 0; list-style: none; }
li, section, dl { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
li { margin-top: .5rem; }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
li a:hover strong { text-decoration: underline; }
li span, li time, p, dt { color: var(--quiet); font-size: .875rem; }
li time { text-align: right; }
em { padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .75rem; font-style: normal; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; padding: .75rem 1rem; }
dt { line-height: 1.5rem; }
dd { margin: 0; }
iframe { display: block; width: 100%; height: 27rem; border: 1px solid var(--line); border-radius: .75rem; background: #fff; resize: vertical; }
pre { margin: 0; padding: .875rem 1rem; font: .8125rem/1.55 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) { li a, dl { grid-template-columns: minmax(0, 1fr); } li time { text-align: left; } dd { margin-bottom: .375rem; } }
`;

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

const timeHtml = (time: string): string =>
  `<time datetime="${time}">${time.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</time>`;
const markOf = ({ status }: MailSummary): string => (status === "sent" ? "" : ` <em>${status}</em>`);

/** The page with all mails, newest first. */
export const listPage = (mails: readonly MailSummary[]): string =>
  page(
    "Mails",
    `<h1>Mails</h1>
${
  mails.length === 0
    ? "<p>No mails yet. They are here as soon as the service has sent one, and never leave this machine. Reload this page.</p>"
    : `<ul>
${mails
  .map(
    (mail) => `<li><a href="/mail/${encodeURIComponent(mail.id)}">
<strong>${escapeHtml(mail.subject)}</strong>${timeHtml(mail.time)}
<span>to ${escapeHtml(mail.to)}${markOf(mail)}</span>
</a></li>`,
  )
  .join("\n")}
</ul>`
}`,
  );

/** The page of a mail: its HTML in a frame, its text, its calendar part and all its headers. */
export function mailPage(mail: MailSummary, message: MimePart): string {
  const [text, calendar] = [findPart(message, "text/plain"), findPart(message, "text/calendar")];
  const address = `/mail/${encodeURIComponent(mail.id)}`;
  const block = (title: string, content: string | undefined): string =>
    content === undefined ? "" : `<h2>${title}</h2>\n<section><pre>${escapeHtml(content)}</pre></section>`;
  const headers = message.headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return page(
    mail.subject,
    `<p><a href="/mail">All mails</a></p>
<h1>${escapeHtml(mail.subject)}${markOf(mail)}</h1>
<dl>
<dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
<dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>Time</dt><dd>${timeHtml(mail.time)}</dd>
</dl>
${
  findPart(message, "text/html")
    ? `<h2>HTML</h2>
<iframe title="The HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}/html"></iframe>`
    : ""
}
${block("Text", text?.text)}
${block("Calendar", calendar?.text)}
${block("Headers", headers)}
<p><a href="${address}/message">The whole message</a></p>`,
  );
}

const BASE = '<base target="_blank">';

/** The HTML of a mail, for the frame. Its links open in new tabs. */
export function framedHtml(message: MimePart): string | undefined {
  const html = findPart(message, "text/html")?.text;
  if (html === undefined) return undefined;
  // Before the doctype, it would change how browsers lay the mail out.
  return /<head>/i.test(html) ? html.replace(/<head>/i, `$&${BASE}`) : BASE + html;
}

/** The page of a mail that does not exist. */
export const missingPage = (): string =>
  page("Mail not found", `<h1>Mail not found</h1>\n<p><a href="/mail">All mails</a></p>`);
