import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { showReset } from "#lib/identity/sign-in/reset-link/pages.ts";
import { ResetQuery } from "#lib/identity/sign-in/reset-link/parameters.ts";

/** Shows the form for a new password to a user with a reset link. */
export const handler = pageEndpoint(
  {
    id: "account.reset",
    summary: "Set a new password with a reset link (HTML page)",
    description:
      "The operator creates the link (`npm run admin -- users reset-link`). It is valid for an hour, and opening it does not use it.",
    route: "GET /account/reset",
    input: { query: ResetQuery },
    failures: ["user_locked", "forbidden"],
    permissions: ["table:BatchGetItem"],
    settings: ["PASSWORD_SIGN_IN"],
  },
  showReset,
);
