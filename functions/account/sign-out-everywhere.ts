import { ButtonForm } from "#lib/account/parameters.ts";
import { submitSignOutEverywhere } from "#lib/account/submit-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the form of the account page that ends all sessions. */
export const handler = pageEndpoint(
  {
    id: "account.sign-out-everywhere",
    summary: "Sign out in every browser (HTML form)",
    description:
      "Form of the account page. Ends all sessions of the user, forgets the known browsers, and redirects to the sign-in page.",
    route: "POST /account/sign-out-everywhere",
    body: ButtonForm,
    failures: [],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  submitSignOutEverywhere,
);
