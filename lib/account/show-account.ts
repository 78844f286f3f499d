import { formFor } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { showSignIn } from "#lib/identity/sign-in/pages/sign-in-page.ts";
import { isPasswordSignInEnabled } from "#lib/identity/sign-in/password-sign-in.ts";
import { accountPage } from "./account-page.ts";
import { readAccount } from "./read-account.ts";

/** Shows the account of a signed-in user, otherwise the sign-in page. */
export async function showAccount(visit: Visit): Promise<PageResponse> {
  const { session: browserToken, baseUrl, notice } = visit;
  const account = browserToken === undefined ? undefined : await readAccount(browserToken);
  // The page ignores its query; its forms return to it without one.
  if (browserToken === undefined || !account) return showSignIn({ ...visit, query: {} });
  const form = (path: string, query: Record<string, string> = {}) =>
    formFor({ baseUrl, query: valuesOf(query) }, path, browserToken);
  return {
    page: accountPage({ ...account, form, notice, isPasswordSignInEnabled: isPasswordSignInEnabled() }),
  };
}

const valuesOf = (query: Record<string, string>): Visit["query"] =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
