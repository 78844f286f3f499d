import { ProviderAnswer } from "#lib/oauth/pages/parameters.ts";
import { takeProviderCallback } from "#lib/oauth/pages/take-provider-callback.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Where the operator's OpenID provider sends users back to. OpenID Connect Core §3.1.2.5, ADR 0021. */
export const handler = pageEndpoint(
  {
    id: "oauth.provider-callback",
    summary: "Complete sign-in with the OpenID provider (only if one is configured)",
    description: "The OpenID provider redirects users to this page after sign-in.",
    route: "GET /auth/oauth2/provider-callback",
    query: ProviderAnswer,
    failures: ["forbidden", "user_locked"],
    permissions: ["table:GetItem", "table:PutItem", "table:DeleteItem", "oidcSecret:GetSecretValue"],
    settings: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_NAME", "PASSWORD_SIGN_IN"],
    onlyWith: "OIDC_ISSUER",
  },
  takeProviderCallback,
);
