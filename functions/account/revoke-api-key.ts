import { PlainForm, RevokeApiKeyQuery } from "#lib/account/parameters.ts";
import { takeRevokeApiKey } from "#lib/account/take-revoke-api-key.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Takes the forms of the account page that revoke API keys. */
export const handler = pageEndpoint(
  {
    id: "account.revoke-api-key",
    summary: "Revoke an API key (HTML form)",
    description: "Form of the account page. Redirects to it.",
    route: "POST /account/revoke-api-key",
    query: RevokeApiKeyQuery,
    body: PlainForm,
    failures: [],
    permissions: ["table:GetItem", "table:UpdateItem"],
  },
  takeRevokeApiKey,
);
