import { basePathOf } from "#lib/http/base-url.ts";
import { Parameter } from "#lib/http/parameters.ts";
import { isFormToken, makeFormToken } from "./form-token.ts";
import { type Html, html } from "./html.ts";
import type { PageAnswer } from "./page-endpoint.ts";
import type { Visit } from "./visit.ts";

/** What a page or form is about: where the service is, and the parameters in the query. */
type About = Pick<Visit, "baseUrl" | "query">;

/** The address of a page or form of this service, such as `/v1/account`, with its parameters. */
export function addressOf({ baseUrl, query }: About, path: string): string {
  const text = queryText(query);
  return `${basePathOf(baseUrl)}${path}${text === "" ? "" : `?${text}`}`;
}

/** A form's address, and the token that binds it to the browser, to its path and to its parameters. */
export interface FormParts {
  action: string;
  formToken: string;
}

/** The field of a form with its token. */
export const FormToken = Parameter.meta({ description: "Token from the form of the page" });

/** What a form of a page is made of. */
export const formFor = (about: About, path: string, browserToken: string): FormParts => ({
  action: addressOf(about, path),
  formToken: makeFormToken({ browserToken, form: path, shown: queryText(about.query) }),
});

/** A form with these fields and buttons. */
export const formHtml = (
  { action, formToken }: FormParts,
  content: Html,
): Html => html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${content}
</form>`;

/** Whether this browser received the form that it sent, from a page with the same parameters. */
export function isOwnForm({ session, form, query }: Visit, path: string): boolean {
  const { form_token: token } = form;
  return (
    session !== undefined &&
    token !== undefined &&
    isFormToken(token, { browserToken: session, form: path, shown: queryText(query) })
  );
}

/**
 * Answers a form that is not this browser's own, or too old: nothing was done, and a link leads back to its page. Without cookies that
 * page could not say so itself.
 */
export const rejectForm = (backTo: string): PageAnswer => ({
  status: 403,
  page: {
    title: "This page has expired",
    main: html`<h1>This page has expired</h1>
<p>Nothing was changed. If this happens again, allow cookies for this site in your browser.</p>
<p class="submit"><a class="button" href="${backTo}">Try again</a></p>`,
  },
});

/** The query as a text, sorted by name. Every value of a repeated parameter is in it, so that the page rejects it again. */
export function queryText(query: Visit["query"]): string {
  const pairs = Object.keys(query)
    .toSorted()
    .flatMap((name) => (query[name] ?? []).map((value): [string, string] => [name, value]));
  return String(new URLSearchParams(pairs));
}

/** The query in a text of {@link queryText}. */
export const queryOf = (text: string): Visit["query"] => {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
};
