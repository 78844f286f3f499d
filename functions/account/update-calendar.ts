import { ButtonForm, UpdateCalendarQuery } from "#lib/account/parameters.ts";
import { submitUpdateCalendar } from "#lib/account/submit-calendar-forms.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that choose what a calendar is used for. */
export const handler = pageEndpoint(
  {
    id: "account.update-calendar",
    summary: "Choose what a calendar is used for (HTML form)",
    description: "Form of the account page. Redirects to it.",
    route: "POST /account/update-calendar",
    input: { query: UpdateCalendarQuery, body: ButtonForm },
    failures: [],
    permissions: [...CALENDAR_CHANGES, "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  submitUpdateCalendar,
);
