import type { RequestListener, ServerResponse } from "node:http";
import type { MailStore, StoredMail } from "./mail-store.ts";
import { framedHtml, listPage, type MailSummary, mailPage, missingPage } from "./mailbox-pages.ts";
import { addressesOf, headerOf, type MimePart, parseMime } from "./mime.ts";

const PATH = /^\/mail(?:\.json|(?:\/([^/]+)(?:\/(html|message))?)?)$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Pages of the mailbox load nothing and run nothing, and only they may frame the HTML of a mail. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'";
/** The HTML of a mail is written by others. It can open links in new tabs, and nothing else. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

interface Answer {
  status: number;
  type: string;
  body: string | Buffer;
  policy?: string;
}

/**
 * Serves the mailbox at `/mail` and `/mail.json`, and all other requests with another listener. Only for requests to a loopback host, so that
 * no web site can read it with a host name of its own.
 */
export const withMailbox =
  (store: MailStore, listener: RequestListener): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const path = isRead && LOOPBACK.test(request.headers.host ?? "") && PATH.exec(pathname);
    if (path) send(response, answerTo(store, pathname, path));
    else listener(request, response);
  };

function answerTo(store: MailStore, pathname: string, [, id, part]: RegExpExecArray): Answer {
  if (pathname === "/mail.json") return { ...JSON_ANSWER, body: JSON.stringify({ mails: listMails(store) }) };
  if (id === undefined) return htmlAnswer(listPage(listMails(store)));
  const mail = store.find(decode(id));
  if (!mail) return htmlAnswer(missingPage(), 404);
  if (part === "message") return { status: 200, type: "text/plain; charset=utf-8", body: mail.raw };
  const message = parseMime(mail.raw);
  if (part === undefined) return htmlAnswer(mailPage(summaryOf(mail, message), message));
  const html = framedHtml(message);
  return html === undefined ? htmlAnswer(missingPage(), 404) : { ...htmlAnswer(html), policy: MAIL_POLICY };
}

const JSON_ANSWER = { status: 200, type: "application/json" } as const;
const htmlAnswer = (body: string, status = 200): Answer => ({
  ...{ status, body, type: "text/html; charset=utf-8", policy: PAGE_POLICY },
});

/** All mails, newest first, with their whole messages. */
const listMails = (store: MailStore): (MailSummary & { message: string })[] =>
  store.ids().flatMap((id) => {
    const mail = store.find(id);
    return mail ? [{ ...summaryOf(mail, parseMime(mail.raw)), message: mail.raw.toString() }] : [];
  });

function summaryOf({ id, time, status }: StoredMail, message: MimePart): MailSummary {
  const value = (name: string): string => headerOf(message, name) ?? "";
  const to = addressesOf(message, "to").join(", ");
  return { id, time, from: value("from"), to, subject: value("subject"), status };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function send(response: ServerResponse, { status, type, body, policy }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "content-type": type,
    "content-length": bytes.length,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(policy !== undefined && { "content-security-policy": policy }),
  });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}
