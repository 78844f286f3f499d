import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { basePathOf } from "#lib/entry/http/base-url.ts";
import { Parameter } from "#lib/entry/http/parameters.ts";
import { now } from "#lib/platform/clock.ts";
import { type Html, html } from "./html.ts";
import type { PageResponse } from "./page-endpoint.ts";
import type { Visit } from "./visit.ts";

/** The base URL of the service, and the query of a page or form. */
type Location = Pick<Visit, "baseUrl" | "query">;

/** The address of a page or form, such as `/v1/account`, with its query. */
export function addressOf({ baseUrl, query }: Location, path: string): string {
  const text = queryText(query);
  return `${basePathOf(baseUrl)}${path}${text === "" ? "" : `?${text}`}`;
}

/** The address of a form, and the token that binds it to the browser, the path and the query. */
export interface FormParts {
  action: string;
  formToken: string;
}

/** The field of a form with its token. */
export const FormToken = Parameter.meta({ description: "Token from the form of the page" });

/** Creates the address and token of a form. */
export const formFor = (location: Location, path: string, browserToken: string): FormParts => ({
  action: addressOf(location, path),
  formToken: makeFormToken({ browserToken, form: path, shown: queryText(location.query) }),
});

/** The markup of a form with fields and buttons. */
export const formHtml = (
  { action, formToken }: FormParts,
  content: Html,
): Html => html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${content}
</form>`;

/** Whether a form was sent to this browser, on a page with the same query, less than half an hour ago. */
export function isOwnForm({ session, form, query }: Visit, path: string): boolean {
  const { form_token: token } = form;
  return (
    session !== undefined &&
    token !== undefined &&
    isFormToken(token, { browserToken: session, form: path, shown: queryText(query) })
  );
}

/**
 * The response to a form of another browser or one that is too old: a page with a link to the page of the form. No redirect with a notice,
 * because the browser may not accept cookies.
 */
export const rejectForm = (address: string): PageResponse => ({
  status: 403,
  page: {
    title: "This page has expired",
    main: html`<h1>This page has expired</h1>
<p>Nothing was changed. If this happens again, allow cookies for this site in your browser.</p>
<p class="submit"><a class="button" href="${address}">Try again</a></p>`,
  },
});

/** Serializes a query, sorted by name. Repeated parameters stay repeated, so that the page rejects them again. */
export function queryText(query: Visit["query"]): string {
  const pairs = Object.keys(query)
    .toSorted()
    .flatMap((name) => (query[name] ?? []).map((value): [string, string] => [name, value]));
  return String(new URLSearchParams(pairs));
}

/** Parses the result of {@link queryText}. */
export const queryOf = (text: string): Visit["query"] => {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
};

/** Seconds after which a form can no longer be sent. */
const EXPIRES_AFTER_SECONDS = 1_800;

/** What a form is bound to: the browser, the path of the form (`form`), and the query of its page (`shown`). */
interface Binding {
  browserToken: string;
  form: string;
  shown: string;
}

/**
 * Creates the token that protects a form against CSRF. It is stored nowhere: it contains its time, a nonce that makes it different on every
 * page, and a MAC whose key is the browser's cookie.
 */
export function makeFormToken(binding: Binding): string {
  const page = `${Math.floor(now() / 1000)}.${randomBytes(12).toString("base64url")}`;
  return `${page}.${codeOf(binding, page)}`;
}

/** Whether a token was created for this form, browser and query, and has not expired. */
export function isFormToken(token: string, binding: Binding): boolean {
  const [issuedAt = "", nonce = "", code = ""] = token.split(".");
  const expected = Buffer.from(codeOf(binding, `${issuedAt}.${nonce}`));
  const actual = Buffer.from(code);
  const isGenuine = expected.length === actual.length && timingSafeEqual(expected, actual);
  const age = now() / 1000 - Number(issuedAt);
  return isGenuine && age <= EXPIRES_AFTER_SECONDS;
}

const codeOf = ({ browserToken, form, shown }: Binding, page: string): string =>
  createHmac("sha256", browserToken)
    .update(JSON.stringify([form, page, shown]))
    .digest("base64url");
