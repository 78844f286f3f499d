import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { ProviderAnswer } from "#lib/identity/sign-in/pages/parameters.ts";
import { receiveProviderCallback } from "#lib/identity/sign-in/pages/provider-pages.ts";

/** The page to which the operator's OpenID provider redirects users. OpenID Connect Core §3.1.2.5, ADR 0021. */
export const handler = pageEndpoint(
  {
    id: "oauth.provider-callback",
    summary: "Complete sign-in with the OpenID provider (only if one is configured)",
    description: "The OpenID provider redirects users to this page after sign-in.",
    route: "GET /auth/oauth2/provider-callback",
    query: ProviderAnswer,
    failures: ["forbidden"],
    permissions: ["table:GetItem", "table:PutItem", "table:DeleteItem", "oidcSecret:GetSecretValue"],
    settings: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_NAME"],
    requiredSetting: "OIDC_ISSUER",
  },
  receiveProviderCallback,
);
