import { ButtonForm, CalendarQuery } from "#lib/account/parameters.ts";
import { submitSyncCalendar } from "#lib/account/submit-calendar-forms.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that check a calendar. */
export const handler = pageEndpoint(
  {
    id: "account.sync-calendar",
    summary: "Check a calendar now (HTML form)",
    description: "Form of the account page. Reads the calendar within 25 seconds, and redirects to the page.",
    route: "POST /account/sync-calendar",
    input: { query: CalendarQuery, body: ButtonForm },
    failures: [],
    permissions: [...CALENDAR_CHANGES, "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  submitSyncCalendar,
);
