import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { formFor } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { setting } from "#lib/platform/env.ts";
import { takesPasswords } from "#lib/sign-in/takes-passwords.ts";
import { PROVIDER_SIGN_IN, SIGN_IN } from "./addresses.ts";
import { signInPage } from "./sign-in-page.ts";

/** The application for which a user signs in, and where its form may lead beside this service. */
interface SignInFor {
  clientName?: string;
  formTargets?: readonly string[];
}

/** The sign-in page, in place of the page that needs a user. A browser without a token gets one, so that its form is known by it. */
export function showSignIn(visit: Visit, { clientName, formTargets = [] }: SignInFor = {}): PageAnswer {
  const session = visit.session ?? newBrowserToken();
  const providerName = setting("OIDC_NAME");
  return {
    page: signInPage({
      clientName,
      password: takesPasswords() ? formFor(visit, SIGN_IN, session) : undefined,
      provider:
        providerName === undefined
          ? undefined
          : { name: providerName, ...formFor(visit, PROVIDER_SIGN_IN, session) },
      notice: visit.notice,
      host: new URL(visit.baseUrl).host,
    }),
    formTargets,
    ...(visit.session === undefined && { keeps: { session } }),
  };
}
