import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { AuthorizeQuery } from "#lib/identity/oauth/pages/parameters.ts";
import { showAuthorize } from "#lib/identity/oauth/pages/show-authorize.ts";

/** Asks a user to sign in and to allow the access of an application. RFC 6749 §4.1.1. */
export const handler = pageEndpoint(
  {
    id: "oauth.authorize",
    summary: "Authorize an application (HTML page)",
    description:
      "Open this page in the user's browser. It asks the user to sign in and to allow the access, then redirects to `redirect_uri` with an authorization code (RFC 6749 §4.1.1).",
    route: "GET /auth/oauth2/authorize",
    // A rejected form has its response at its own address, which a browser may open again.
    aliases: [
      "GET /auth/oauth2/sign-in",
      "GET /auth/oauth2/sign-out",
      "GET /auth/oauth2/consent",
      "GET /auth/oauth2/provider-sign-in",
    ],
    input: { query: AuthorizeQuery },
    failures: [],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem", "table:ConditionCheckItem"],
    settings: ["OIDC_NAME", "PASSWORD_SIGN_IN"],
  },
  showAuthorize,
);
