import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { formHtml } from "#lib/entry/pages/html-forms.ts";
import type { AppGrant } from "#lib/identity/oauth/grants/schema.ts";
import { SCOPE_TEXTS } from "#lib/identity/oauth/pages/scope-texts.ts";
import type { AccountPage } from "./account-parts.ts";
import { ALL, REVOKE_ACCESS } from "./paths.ts";
import { dateHtml } from "./time-html.ts";

/** The applications with access to the account, and the forms that revoke it. */
export const applicationsSection = (page: AccountPage): Html => html`<section aria-labelledby="applications">
<h2 id="applications">Applications with access</h2>
${page.grants.length === 0 ? html`<p class="quiet">No application has access to your account.</p>` : table(page)}
${page.grants.length > 1 && revokeAll(page)}
</section>`;

const table = (page: AccountPage): Html =>
  dataTable({
    labelledBy: "applications",
    columns: ["Application", "Access", "Allowed", "Last used", ""],
    rows: page.grants.map((grant) => row(grant, page)),
  });

const row = (
  { id, client, scopes, createdAt, lastUsedAt }: AppGrant,
  { form, user }: AccountPage,
): Html[] => [
  html`<strong><bdi>${client.name}</bdi></strong>`,
  html`<ul class="plain">${scopes.map((scope) => html`<li>${SCOPE_TEXTS[scope].what}</li>`)}</ul>`,
  dateHtml(createdAt, user.timeZone),
  dateHtml(lastUsedAt, user.timeZone),
  formHtml(
    form(REVOKE_ACCESS, { grant: id }),
    html`<button class="plain small" aria-label="Revoke access of ${client.name}">Revoke</button>`,
  ),
];

/** The button is inside a disclosure, so that one click alone revokes nothing. */
const revokeAll = ({ form, grants }: AccountPage): Html => html`<details>
<summary>Revoke access of all applications</summary>
<p>All ${grants.length} applications stop working for you immediately. You can allow each of them again.</p>
${formHtml(form(REVOKE_ACCESS, { grant: ALL }), html`<button class="grave submit">Revoke all access</button>`)}
</details>`;
