import { calendarProblem } from "#lib/calendar/external/failure.ts";
import type { Calendar, CalendarConnection } from "#lib/calendar/external/schema.ts";
import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { connectForms } from "./connect-calendar-forms.ts";
import {
  DISCONNECT_CALENDAR,
  SYNC_CALENDAR,
  UPDATE_CALENDAR,
  UPDATE_CALENDAR_CONNECTION,
} from "./html-forms.ts";
import { momentHtml } from "./times.ts";

/** The data of the section. */
interface CalendarsSection {
  calendars: readonly Calendar[];
  connections: readonly CalendarConnection[];
  /** Creates the address and token of a form. */
  form: (path: string, query?: Record<string, string>) => FormParts;
  user: { timeZone: string };
}

/** The calendars whose busy times close slots, and the forms that connect, choose, check and disconnect them. */
export const calendarsSection = (page: CalendarsSection): Html => html`<section aria-labelledby="calendars">
<h2 id="calendars">Calendars</h2>
<p class="quiet">Nobody can book you at a busy time of a calendar that closes slots.</p>
${page.calendars.length > 0 && calendarsTable(page)}
${page.connections.map((connection) => credentialsForm(connection, page))}
<h3>Connect a calendar</h3>
${connectForms(page)}
</section>`;

const calendarsTable = (page: CalendarsSection): Html =>
  dataTable({
    labelledBy: "calendars",
    columns: ["Calendar", "Id", "Status", "Closes slots", "Bookings", ""],
    rows: page.calendars.map((calendar) => calendarRow(calendar, page)),
  });

function calendarRow(calendar: Calendar, page: CalendarsSection): Html[] {
  const { form, connections, calendars } = page;
  const { id, connectionId, name, countsAsBusy } = calendar;
  const connection = connections.find((each) => each.id === connectionId);
  // Disconnecting ends the whole connection, so only its first calendar has the button.
  const isFirst = calendars.find((each) => each.connectionId === connectionId) === calendar;
  return [
    html`<strong><bdi>${name}</bdi></strong>${connection && connection.type !== "pushed" && html`<br><span class="quiet small"><bdi>${connection.account}</bdi></span>`}`,
    html`${id}`,
    statusHtml(calendar, connection, page),
    html`${countsAsBusy ? "Yes" : "No"}
${formHtml(
  form(UPDATE_CALENDAR, { calendar: String(id), counts: countsAsBusy ? "no" : "yes" }),
  html`<button class="link" aria-label="${countsAsBusy ? "Ignore" : "Use"} the busy times of ${name}">${countsAsBusy ? "Ignore its busy times" : "Use its busy times"}</button>`,
)}`,
    destinationHtml(calendar, page),
    isFirst
      ? formHtml(
          form(DISCONNECT_CALENDAR, { connection: String(connectionId) }),
          html`<button class="plain small" aria-label="Disconnect ${connection?.account ?? name}">Disconnect</button>`,
        )
      : html``,
  ];
}

/** Whether bookings are written to a calendar, and the form that changes it. */
function destinationHtml({ id, name, readOnly, isDestination }: Calendar, { form }: CalendarsSection): Html {
  if (readOnly) return html`<span class="quiet small">Can't be written</span>`;
  return html`${isDestination ? "Written here" : "Not written here"}
${formHtml(
  form(UPDATE_CALENDAR, { calendar: String(id), destination: isDestination ? "no" : "yes" }),
  html`<button class="link" aria-label="${isDestination ? "Stop writing" : "Write"} bookings to ${name}">${isDestination ? "Stop writing bookings" : "Write bookings here"}</button>`,
)}`;
}

/** Whether a calendar can be read, when it was checked, and the form that checks it. */
const statusHtml = (
  calendar: Calendar,
  connection: CalendarConnection | undefined,
  { form, user }: CalendarsSection,
): Html => {
  const { id, name, error, lastCheckedAt, unreadableEvents } = calendar;
  const checked = lastCheckedAt === null ? "No busy times yet" : momentHtml(lastCheckedAt, user.timeZone);
  return html`${statusName(calendar)}<br><span class="quiet small">${error !== null && html`${calendarProblem(error)}<br>`}${checked}</span>
${unreadableEvents > 0 && html`<br><span class="quiet small">Events that can't be read: ${unreadableEvents}</span>`}
${
  connection?.type !== "pushed" &&
  formHtml(
    form(SYNC_CALENDAR, { calendar: String(id) }),
    html`<button class="link" aria-label="Check ${name} now">Check now</button>`,
  )
}`;
};

function statusName({ status, error }: Calendar): Html {
  switch (status) {
    case "ok":
      return html`OK`;
    case "failing":
      return html`<strong class="grave">${error === "read_only_calendar" ? "Can't be written" : "Can't be read"}</strong>`;
    case "rejected":
      return html`<strong class="grave">Credentials rejected</strong>`;
    default:
      return status satisfies never;
  }
}

/** The form that changes the password of an account or the URL of a feed; open if its server rejects the current one. */
function credentialsForm(
  { id, type, account, status }: CalendarConnection,
  { form }: CalendarsSection,
): Html {
  if (type === "pushed") return html``;
  const [what, field] =
    type === "ics"
      ? ["address", html`name="url" type="url" maxlength="2048" autocomplete="off"`]
      : ["app password", html`name="password" type="password" maxlength="200" autocomplete="new-password"`];
  return html`<details${status === "rejected" && html` open`}>
<summary>Change the ${what} of <bdi>${account}</bdi></summary>
${formHtml(
  form(UPDATE_CALENDAR_CONNECTION, { connection: String(id) }),
  html`<div class="fields">
<div><label for="credentials-${id}">New ${what}</label>
<input id="credentials-${id}" ${field} required></div>
</div>
<button class="submit">Check and save</button>`,
)}
</details>`;
}
