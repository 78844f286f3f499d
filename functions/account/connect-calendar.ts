import { ConnectCalendarForm } from "#lib/account/parameters.ts";
import { submitConnectCalendar } from "#lib/account/submit-calendar-forms.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the form of the account page that connects a pushed calendar. */
export const handler = pageEndpoint(
  {
    id: "account.connect-calendar",
    summary: "Connect a pushed calendar (HTML form)",
    description: "Form of the account page. Redirects to it.",
    route: "POST /account/connect-calendar",
    input: { body: ConnectCalendarForm },
    failures: [],
    permissions: [
      "table:GetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "table:ConditionCheckItem",
    ],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  submitConnectCalendar,
);
