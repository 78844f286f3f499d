import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { submitReset } from "#lib/identity/sign-in/reset-link/pages.ts";
import { ResetForm, ResetQuery } from "#lib/identity/sign-in/reset-link/parameters.ts";

/** Sets a new password with a reset link. */
export const handler = pageEndpoint(
  {
    id: "account.reset-password",
    summary: "Set a new password (HTML form)",
    description:
      "Form of the page of a reset link. Ends all sessions of the user. Redirects to a confirmation.",
    route: "POST /account/reset",
    input: { query: ResetQuery, body: ResetForm },
    failures: ["user_locked"],
    permissions: ["table:BatchGetItem", "table:PutItem", "table:UpdateItem", "table:DeleteItem"],
    settings: ["PASSWORD_SIGN_IN"],
  },
  submitReset,
);
