import { AuthorizeQuery, SignInForm } from "#lib/oauth/pages/parameters.ts";
import { takeSignIn } from "#lib/oauth/pages/take-sign-in.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Takes the form of the sign-in page. */
export const handler = pageEndpoint(
  {
    id: "oauth.sign-in",
    summary: "Sign in with email address and password (HTML form)",
    description: "Form of the sign-in page. Redirects to the consent page.",
    route: "POST /auth/oauth2/sign-in",
    query: AuthorizeQuery,
    body: SignInForm,
    failures: ["unauthorized", "user_locked", "too_many_requests"],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
    settings: ["OIDC_NAME", "PASSWORD_SIGN_IN"],
  },
  takeSignIn,
);
