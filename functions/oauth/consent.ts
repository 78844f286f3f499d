import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { AuthorizeQuery, ConsentForm } from "#lib/identity/oauth/pages/parameters.ts";
import { submitConsent } from "#lib/identity/oauth/pages/submit-consent.ts";

/** Processes the form of the consent page. */
export const handler = pageEndpoint(
  {
    id: "oauth.consent",
    summary: "Allow or deny access to an application (HTML form)",
    description: "Form of the consent page. Redirects to the application.",
    route: "POST /auth/oauth2/consent",
    input: { query: AuthorizeQuery, body: ConsentForm },
    failures: ["user_locked", "limit_reached"],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:ConditionCheckItem",
    ],
  },
  submitConsent,
);
