import { AuthorizeQuery, ProviderSignInForm } from "#lib/oauth/pages/parameters.ts";
import { takeProviderSignIn } from "#lib/oauth/pages/take-provider-sign-in.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Takes the form of the sign-in page that asks for the operator's OpenID provider. ADR 0021. */
export const handler = pageEndpoint(
  {
    id: "oauth.provider-sign-in",
    summary: "Start sign-in with the OpenID provider (HTML form, only if one is configured)",
    description: "Form of the sign-in page. Redirects to the OpenID provider.",
    route: "POST /auth/oauth2/provider-sign-in",
    query: AuthorizeQuery,
    body: ProviderSignInForm,
    failures: [],
    permissions: ["table:GetItem", "table:PutItem"],
    settings: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_NAME", "PASSWORD_SIGN_IN"],
    onlyWith: "OIDC_ISSUER",
    leadsOn: true,
  },
  takeProviderSignIn,
);
