import { ConnectCalendarForm, ConnectCalendarQuery } from "#lib/account/parameters.ts";
import { submitConnectCalendar } from "#lib/account/submit-calendar-forms.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that connect calendars. */
export const handler = pageEndpoint(
  {
    id: "account.connect-calendar",
    summary: "Connect calendars (HTML form)",
    description:
      "Form of the account page. Reads the calendars within 25 seconds, and redirects to the page.",
    route: "POST /account/connect-calendar",
    input: { query: ConnectCalendarQuery, body: ConnectCalendarForm },
    failures: [],
    permissions: [...CALENDAR_CHANGES, "secrets:Encrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  submitConnectCalendar,
);
