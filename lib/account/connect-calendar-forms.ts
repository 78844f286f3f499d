import type { CalendarType } from "#lib/calendar/external/schema.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { CONNECT_CALENDAR } from "./html-forms.ts";

/** Creates the address and token of a form. */
interface Forms {
  form: (path: string, query?: Record<string, string>) => FormParts;
}

/** The forms that connect calendars, one for each type. Browsers must not fill in the password of this service. */
export const connectForms = (page: Forms): Html => html`${connectForm(page, "caldav", {
  summary: "An account, such as iCloud, Fastmail or Nextcloud (CalDAV)",
  content: html`<p>Use an app password if the server has them. Reading the calendars can take half a minute.</p>
<div class="fields">
${field({ id: "caldav-url", label: "Address of the server", attributes: html`name="url" type="url" autocomplete="off" maxlength="2048" placeholder="https://"` })}
${field({ id: "caldav-username", label: "User name", attributes: html`name="username" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200"` })}
${field({ id: "caldav-password", label: "App password", attributes: html`name="password" type="password" autocomplete="new-password" maxlength="200"` })}
</div>`,
})}
${connectForm(page, "ics", {
  summary: "A feed, such as Google's secret address or a published Outlook calendar (iCalendar)",
  content: html`<p>Who has the address of a feed can read the calendar. It is not shown again.</p>
<div class="fields">
${field({ id: "feed-url", label: "Address of the feed", attributes: html`name="url" type="url" autocomplete="off" maxlength="2048" placeholder="https://"` })}
<div><label for="feed-name">Name, if it has none</label>
<input id="feed-name" name="name" autocomplete="off" maxlength="200"></div>
</div>`,
})}
${connectForm(page, "pushed", {
  summary: "A program that sends busy times",
  content: html`<p>It sends them with <code>PUT /calendars/{id}/busy</code>.</p>
<div class="fields">
${field({ id: "calendar-name", label: "Name of the calendar", attributes: html`name="name" autocomplete="off" maxlength="200"` })}
</div>`,
})}`;

const connectForm = (
  { form }: Forms,
  type: CalendarType,
  { summary, content }: { summary: string; content: Html },
): Html => html`<details>
<summary>${summary}</summary>
${formHtml(
  form(CONNECT_CALENDAR, { type }),
  html`${content}
<button class="submit">Connect calendar</button>`,
)}
</details>`;

/** A field that must be filled in. */
const field = ({ id, label, attributes }: { id: string; label: string; attributes: Html }): Html =>
  html`<div><label for="${id}">${label}</label>
<input id="${id}" ${attributes} required></div>`;
