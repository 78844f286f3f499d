import { isFormToken, makeFormToken } from "./form-token.ts";
import type { Visit } from "./visit.ts";

/** The path of a page in the same folder, with the same query. */
export const addressIn = ({ folder, query }: Pick<Visit, "folder" | "query">, page: string): string =>
  `${folder}${page}?${queryText(query)}`;

/** The address of a form, and the token that binds it to the browser and to the query of its page. */
export interface FormParts {
  action: string;
  formToken: string;
}

/** Creates the address and token of a form. `form` is the name of the page that receives it. */
export const formFor = (visit: Visit, form: string, browserToken: string): FormParts => ({
  action: addressIn(visit, form),
  formToken: makeFormToken({ browserToken, form, shown: queryText(visit.query) }),
});

/** Whether this browser received the form that it sent from a page with the same query. */
export function isOwnForm({ session, form, query }: Visit, name: string): boolean {
  const { form_token: token } = form;
  return (
    session !== undefined &&
    token !== undefined &&
    isFormToken(token, { browserToken: session, form: name, shown: queryText(query) })
  );
}

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
