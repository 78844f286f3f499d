import { isFormToken, makeFormToken } from "#lib/pages/form-token.ts";
import type { Visit } from "#lib/pages/visit.ts";

/** The forms of the flow, each named as the page that takes it. */
export type FormName = "sign-in" | "sign-out" | "consent" | "provider-sign-in";

/** The address of a page of the flow, with the authorization request it is about. */
export const addressIn = (
  { folder, query }: Pick<Visit, "folder" | "query">,
  page: FormName | "authorize",
): string => `${folder}${page}?${queryText(query)}`;

/** A form's address, and the token that binds it to the browser and to the authorization request that was shown. */
export interface FormParts {
  action: string;
  formToken: string;
}

/** What a form of a page is made of. */
export const formFor = (visit: Visit, form: FormName, browserToken: string): FormParts => ({
  action: addressIn(visit, form),
  formToken: makeFormToken({ browserToken, form, shown: queryText(visit.query) }),
});

/** Whether the form that was sent is one this browser was shown, for the same authorization request. */
export function isOwnForm({ session, form, query }: Visit, name: FormName): boolean {
  const { form_token: token } = form;
  return (
    session !== undefined &&
    token !== undefined &&
    isFormToken(token, { browserToken: session, form: name, shown: queryText(query) })
  );
}

/** The parameters in one order, however they were sent; all values of each, so that what is refused stays refused. */
export function queryText(query: Visit["query"]): string {
  const pairs = Object.keys(query)
    .toSorted()
    .flatMap((name) => (query[name] ?? []).map((value): [string, string] => [name, value]));
  return String(new URLSearchParams(pairs));
}

/** The parameters that {@link queryText} wrote down. */
export const queryOf = (text: string): Visit["query"] => {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
};
