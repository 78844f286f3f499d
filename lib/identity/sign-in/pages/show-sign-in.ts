import { ensureBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { formFor } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { isPasswordSignInEnabled } from "#lib/identity/sign-in/password-sign-in.ts";
import { setting } from "#lib/platform/env.ts";
import { PROVIDER_SIGN_IN, SIGN_IN } from "./addresses.ts";
import { signInPage } from "./sign-in-page.ts";

/** The application for which a user signs in, and other hosts to which its form may redirect. */
interface SignInFor {
  clientName?: string;
  formTargets?: readonly string[];
  /** Email address of a signed-in user who must sign in again. */
  repeatedFor?: string;
}

/** Shows the sign-in page in place of a page that requires a user. A browser without a token gets one, to which the form is bound. */
export function showSignIn(
  visit: Visit,
  { clientName, formTargets = [], repeatedFor }: SignInFor = {},
): PageAnswer {
  const { browserToken, ...cookies } = ensureBrowserToken(visit);
  const providerName = setting("OIDC_NAME");
  return {
    page: signInPage({
      clientName,
      repeatedFor,
      password: isPasswordSignInEnabled() ? formFor(visit, SIGN_IN, browserToken) : undefined,
      provider:
        providerName === undefined
          ? undefined
          : { name: providerName, ...formFor(visit, PROVIDER_SIGN_IN, browserToken) },
      notice: visit.notice,
      host: new URL(visit.baseUrl).host,
    }),
    formTargets,
    ...cookies,
  };
}
