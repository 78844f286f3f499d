import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { SignInQuery } from "#lib/identity/oauth/pages/parameters.ts";
import { SignOutForm } from "#lib/identity/sign-in/pages/parameters.ts";
import { submitSignOut } from "#lib/identity/sign-in/pages/sign-in-page.ts";

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
