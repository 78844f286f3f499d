import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { SignInQuery } from "#lib/identity/oauth/pages/parameters.ts";
import { ProviderSignInForm } from "#lib/identity/sign-in/pages/parameters.ts";
import { submitProviderSignIn } from "#lib/identity/sign-in/pages/provider-pages.ts";

/** Processes the form of the sign-in page that starts a sign-in at the operator's OpenID provider. ADR 0021. */
export const handler = pageEndpoint(
  {
    id: "oauth.provider-sign-in",
    summary: "Start sign-in with the OpenID provider (HTML form, only if one is configured)",
    description: "Form of the sign-in page. Redirects to the OpenID provider.",
    route: "POST /auth/oauth2/provider-sign-in",
    query: SignInQuery,
    body: ProviderSignInForm,
    failures: [],
    permissions: ["table:PutItem"],
    settings: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_NAME"],
    requiredSetting: "OIDC_ISSUER",
    mayReturnPage: true,
  },
  submitProviderSignIn,
);
