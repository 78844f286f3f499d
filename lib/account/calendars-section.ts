import type { Calendar } from "#lib/calendar/external/schema.ts";
import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { CONNECT_CALENDAR, DISCONNECT_CALENDAR, UPDATE_CALENDAR } from "./html-forms.ts";
import { momentHtml } from "./times.ts";

/** The data of the section. */
interface CalendarsSection {
  calendars: readonly Calendar[];
  /** Creates the address and token of a form. */
  form: (path: string, query?: Record<string, string>) => FormParts;
  user: { timeZone: string };
}

/** The calendars whose busy times close slots, and the forms that connect, choose and disconnect them. */
export const calendarsSection = (page: CalendarsSection): Html => html`<section aria-labelledby="calendars">
<h2 id="calendars">Calendars</h2>
<p class="quiet">Nobody can book you at a busy time of a calendar that closes slots.</p>
${page.calendars.length > 0 && calendarsTable(page)}
<h3>Connect a calendar</h3>
${formHtml(
  page.form(CONNECT_CALENDAR),
  html`<p>A program sends the busy times of this calendar with <code>PUT /calendars/{id}/busy</code>.</p>
<div class="fields">
<div><label for="calendar-name">Name of the calendar</label>
<input id="calendar-name" name="name" autocomplete="off" maxlength="200" required></div>
</div>
<button class="submit">Connect calendar</button>`,
)}
</section>`;

const calendarsTable = (page: CalendarsSection): Html =>
  dataTable({
    labelledBy: "calendars",
    columns: ["Calendar", "Id", "Status", "Closes slots", ""],
    rows: page.calendars.map((calendar) => calendarRow(calendar, page)),
  });

const calendarRow = (calendar: Calendar, { form, user }: CalendarsSection): Html[] => {
  const { id, connectionId, name, countsAsBusy } = calendar;
  return [
    html`<strong><bdi>${name}</bdi></strong>`,
    html`${id}`,
    statusHtml(calendar, user.timeZone),
    html`${countsAsBusy ? "Yes" : "No"}
${formHtml(
  form(UPDATE_CALENDAR, { calendar: String(id), counts: countsAsBusy ? "no" : "yes" }),
  html`<button class="link" aria-label="${countsAsBusy ? "Ignore" : "Use"} the busy times of ${name}">${countsAsBusy ? "Ignore its busy times" : "Use its busy times"}</button>`,
)}`,
    formHtml(
      form(DISCONNECT_CALENDAR, { connection: String(connectionId) }),
      html`<button class="plain small" aria-label="Disconnect ${name}">Disconnect</button>`,
    ),
  ];
};

function statusHtml({ status, error, lastCheckedAt }: Calendar, timeZone: string): Html {
  const checked = lastCheckedAt === null ? "No busy times yet" : momentHtml(lastCheckedAt, timeZone);
  switch (status) {
    case "ok":
      return html`OK<br><span class="quiet small">${checked}</span>`;
    case "failing":
      return html`<strong class="grave">Can't be read</strong><br><span class="quiet small">${error}, ${checked}</span>`;
    case "rejected":
      return html`<strong class="grave">Credentials rejected</strong><br><span class="quiet small">${error}, ${checked}</span>`;
    default:
      return status satisfies never;
  }
}
