import { ButtonForm, RevokeApiKeyQuery } from "#lib/account/parameters.ts";
import { submitRevokeApiKey } from "#lib/account/submit-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that revoke API keys. */
export const handler = pageEndpoint(
  {
    id: "account.revoke-api-key",
    summary: "Revoke an API key (HTML form)",
    description: "Form of the account page. Redirects to it.",
    route: "POST /account/revoke-api-key",
    query: RevokeApiKeyQuery,
    body: ButtonForm,
    failures: [],
    permissions: ["table:GetItem", "table:UpdateItem"],
  },
  submitRevokeApiKey,
);
