import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { SignInQuery } from "#lib/identity/oauth/pages/parameters.ts";
import { SignInForm } from "#lib/identity/sign-in/pages/parameters.ts";
import { submitSignIn } from "#lib/identity/sign-in/pages/sign-in-page.ts";

/** Processes the form of the sign-in page. */
export const handler = pageEndpoint(
  {
    id: "oauth.sign-in",
    summary: "Sign in with email address and password (HTML form)",
    description:
      "Form of the sign-in page. Redirects to the page that needs the user: the consent page, or the account page if the query is empty. After a failure, that page shows the sign-in page with the reason.",
    route: "POST /auth/oauth2/sign-in",
    query: SignInQuery,
    body: SignInForm,
    failures: [],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
    settings: ["PASSWORD_SIGN_IN"],
  },
  submitSignIn,
);
