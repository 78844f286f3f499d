import { AuthorizeQuery, SignOutForm } from "#lib/oauth/pages/parameters.ts";
import { takeSignOut } from "#lib/oauth/pages/take-sign-out.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Takes the sign-out form of the consent page. */
export const handler = pageEndpoint(
  {
    id: "oauth.sign-out",
    summary: "Sign out to use another account (HTML form)",
    description: "Form of the consent page. Redirects to the sign-in page.",
    route: "POST /auth/oauth2/sign-out",
    query: AuthorizeQuery,
    body: SignOutForm,
    failures: [],
    permissions: ["table:DeleteItem"],
  },
  takeSignOut,
);
