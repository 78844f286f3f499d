import { ButtonForm, RevokeAccessQuery } from "#lib/account/parameters.ts";
import { submitRevokeAccess } from "#lib/account/submit-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that revoke the access of applications. */
export const handler = pageEndpoint(
  {
    id: "account.revoke-access",
    summary: "Revoke the access of an application, or of all (HTML form)",
    description: "Form of the account page. Redirects to it.",
    route: "POST /account/revoke-access",
    query: RevokeAccessQuery,
    body: ButtonForm,
    failures: [],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:UpdateItem", "table:PutItem"],
  },
  submitRevokeAccess,
);
