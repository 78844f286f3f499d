import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { formHtml } from "#lib/entry/pages/html-forms.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { SIGN_OUT } from "#lib/identity/sign-in/pages/addresses.ts";
import { isRecent } from "#lib/identity/sign-in/session.ts";
import type { AccountPage } from "./account-parts.ts";
import { apiKeyName } from "./api-key-name.ts";
import { EXPIRIES, EXPIRY_NAMES } from "./expiries.ts";
import { CREATE_API_KEY, REVOKE_API_KEY } from "./paths.ts";
import { dateHtml } from "./time-html.ts";

/** The API keys, and the forms that create and revoke them. */
export const apiKeysSection = (page: AccountPage): Html => html`<section aria-labelledby="api-keys">
<h2 id="api-keys">API keys</h2>
<p class="quiet">With an API key, a program can do everything that you can do.</p>
${page.apiKeys.length > 0 && table(page)}
<h3>Create an API key</h3>
${isRecent(page.session) ? createForm(page) : signInAgain(page)}
</section>`;

const table = (page: AccountPage): Html =>
  dataTable({
    labelledBy: "api-keys",
    columns: ["Name", "Created", "Last used", "Expires", ""],
    rows: page.apiKeys.map((apiKey) => row(apiKey, page)),
  });

const row = (apiKey: ApiKey, { form, user: { timeZone } }: AccountPage): Html[] => [
  html`<strong><bdi>${apiKeyName(apiKey)}</bdi></strong>`,
  dateHtml(apiKey.createdAt, timeZone),
  dateHtml(apiKey.lastUsedAt, timeZone),
  dateHtml(apiKey.expiresAt, timeZone),
  formHtml(
    form(REVOKE_API_KEY, { key: String(apiKey.id) }),
    html`<button class="plain small" aria-label="Revoke API key ${apiKeyName(apiKey)}">Revoke</button>`,
  ),
];

const createForm = ({ form }: AccountPage): Html =>
  formHtml(
    form(CREATE_API_KEY),
    html`<div class="fields">
<div><label for="name">Name</label>
<input id="name" name="name" autocomplete="off" maxlength="200" required></div>
<div><label for="expires">Expires after</label>
<select id="expires" name="expires">${EXPIRIES.map((expiry) => html`<option value="${expiry}"${expiry === "90" && html` selected`}>${EXPIRY_NAMES[expiry]}</option>`)}</select></div>
</div>
<button class="submit">Create API key</button>`,
  );

const signInAgain = ({
  form,
}: AccountPage): Html => html`<p>You signed in more than ten minutes ago. Sign in again to create an API key.</p>
${formHtml(form(SIGN_OUT), html`<button class="plain submit">Sign in again</button>`)}`;
