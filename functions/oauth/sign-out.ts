import { SignInQuery } from "#lib/oauth/pages/parameters.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";
import { SignOutForm } from "#lib/sign-in/pages/parameters.ts";
import { submitSignOut } from "#lib/sign-in/pages/submit-sign-out.ts";

/** Processes the sign-out form of the consent page and of the account page. */
export const handler = pageEndpoint(
  {
    id: "oauth.sign-out",
    summary: "Sign out (HTML form)",
    description: "Form of the consent page and the account page. Redirects to the sign-in page.",
    route: "POST /auth/oauth2/sign-out",
    query: SignInQuery,
    body: SignOutForm,
    failures: [],
    permissions: ["table:DeleteItem"],
  },
  submitSignOut,
);
