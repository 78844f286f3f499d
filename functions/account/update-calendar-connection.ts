import { ConnectionQuery, UpdateConnectionForm } from "#lib/account/parameters.ts";
import { submitUpdateConnection } from "#lib/account/submit-calendar-forms.ts";
import { CALENDAR_CHANGES } from "#lib/calendar/external/change-calendars.ts";
import { pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";

/** Processes the forms of the account page that change the password of an account, or the URL of a feed. */
export const handler = pageEndpoint(
  {
    id: "account.update-calendar-connection",
    summary: "Change the credentials of a calendar (HTML form)",
    description:
      "Form of the account page. Reads the calendars within 25 seconds, and redirects to the page.",
    route: "POST /account/update-calendar-connection",
    input: { query: ConnectionQuery, body: UpdateConnectionForm },
    failures: [],
    permissions: [...CALENDAR_CHANGES, "secrets:Encrypt", "secrets:Decrypt"],
    settings: ["CALENDAR_CHECK_MINUTES"],
  },
  submitUpdateConnection,
);
