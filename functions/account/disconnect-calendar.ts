import { ButtonForm, ConnectionQuery } from "#lib/account/parameters.ts";
import { submitDisconnectCalendar } from "#lib/account/submit-calendar-forms.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that disconnect calendars. */
export const handler = pageEndpoint(
  {
    id: "account.disconnect-calendar",
    summary: "Disconnect a calendar (HTML form)",
    description:
      "Form of the account page. Disconnects all calendars of the connection and redirects to the page.",
    route: "POST /account/disconnect-calendar",
    input: { query: ConnectionQuery, body: ButtonForm },
    failures: [],
    permissions: [...CALENDAR_CHANGES, "table:BatchGetItem", "table:DeleteItem"],
  },
  submitDisconnectCalendar,
);
