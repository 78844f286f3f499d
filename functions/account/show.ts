import { showAccount } from "#lib/account/account-page.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** The page on which users manage who has access to their account. ADR 0046. */
export const handler = pageEndpoint(
  {
    id: "account.show",
    summary: "Manage the own account (HTML page)",
    description:
      "Open this page in a browser. After sign-in it lists the applications with access, API keys, schedules, calendars and webhooks, and has forms to revoke access, create API keys, connect calendars, change the password and sign out everywhere.",
    route: "GET /account",
    // A rejected form has its response at its own address, which a browser may open again.
    aliases: [
      "GET /account/revoke-access",
      "GET /account/create-api-key",
      "GET /account/revoke-api-key",
      "GET /account/connect-calendar",
      "GET /account/update-calendar",
      "GET /account/sync-calendar",
      "GET /account/update-calendar-connection",
      "GET /account/disconnect-calendar",
      "GET /account/change-password",
      "GET /account/sign-out-everywhere",
    ],
    input: {},
    failures: [],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "table:UpdateItem"],
    settings: ["OIDC_NAME", "PASSWORD_SIGN_IN"],
  },
  showAccount,
);
