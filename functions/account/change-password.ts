import { ChangePasswordForm } from "#lib/account/parameters.ts";
import { submitChangePassword } from "#lib/account/submit-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the form of the account page that changes the password. */
export const handler = pageEndpoint(
  {
    id: "account.change-password",
    summary: "Change the password (HTML form)",
    description: "Form of the account page. Ends all other sessions and redirects to the page.",
    route: "POST /account/change-password",
    body: ChangePasswordForm,
    failures: [],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
    settings: ["PASSWORD_SIGN_IN"],
  },
  submitChangePassword,
);
