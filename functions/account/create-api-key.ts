import { CreateApiKeyForm } from "#lib/account/parameters.ts";
import { submitCreateApiKey } from "#lib/account/submit-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the form of the account page that creates an API key, and shows the key. */
export const handler = pageEndpoint(
  {
    id: "account.create-api-key",
    summary: "Create an API key (HTML form)",
    description:
      "Form of the account page, for users who signed in within the last ten minutes. Its response shows the key, which cannot be read again.",
    route: "POST /account/create-api-key",
    body: CreateApiKeyForm,
    failures: [],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:UpdateItem", "table:PutItem"],
    mayReturnPage: true,
  },
  submitCreateApiKey,
);
