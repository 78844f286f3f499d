import type { Schedule } from "#lib/calendar/schedules/schema.ts";
import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import type { AccountPage } from "./account-parts.ts";
import { weeklyHours } from "./weekly-hours.ts";

/** The list of schedules. */
export const schedulesSection = ({
  schedules,
}: AccountPage): Html => html`<section aria-labelledby="schedules">
<h2 id="schedules">Schedules</h2>
${schedules.length === 0 ? html`<p class="quiet">You have no schedules.</p>` : dataTable({ labelledBy: "schedules", columns: ["Schedule", "Hours", "Time zone"], rows: schedules.map(row) })}
</section>`;

const row = (schedule: Schedule): Html[] => [
  html`<strong><bdi>${schedule.name}</bdi></strong>${schedule.isDefault && html` <em>default</em>`}`,
  html`<ul class="plain">${weeklyHours(schedule).map((line) => html`<li>${line}</li>`)}</ul>`,
  html`${schedule.timeZone}`,
];
