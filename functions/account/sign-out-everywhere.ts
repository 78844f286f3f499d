import { PlainForm } from "#lib/account/parameters.ts";
import { takeSignOutEverywhere } from "#lib/account/take-sign-out-everywhere.ts";
import { pageEndpoint } from "#lib/pages/page-endpoint.ts";

/** Takes the form of the account page that ends all sessions. */
export const handler = pageEndpoint(
  {
    id: "account.sign-out-everywhere",
    summary: "Sign out in every browser (HTML form)",
    description: "Form of the account page. Ends all sessions of the user and redirects to the sign-in page.",
    route: "POST /account/sign-out-everywhere",
    body: PlainForm,
    failures: [],
    permissions: ["table:GetItem", "table:UpdateItem"],
  },
  takeSignOutEverywhere,
);
