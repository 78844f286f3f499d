import type { Schedule } from "#lib/calendar/schedules/schema.ts";
import { dataTable } from "#lib/entry/pages/data-table.ts";
import type { PageParts } from "#lib/entry/pages/document.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formFor, formHtml } from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import type { AppGrant } from "#lib/identity/oauth/grants/schema.ts";
import { SCOPE_TEXTS } from "#lib/identity/oauth/pages/scope-texts.ts";
import { SIGN_OUT } from "#lib/identity/sign-in/pages/addresses.ts";
import { showSignIn } from "#lib/identity/sign-in/pages/sign-in-page.ts";
import { isPasswordSignInEnabled } from "#lib/identity/sign-in/password-sign-in.ts";
import { isRecent } from "#lib/identity/sign-in/session.ts";
import { calendarsSection } from "./calendars-section.ts";
import {
  ALL,
  CHANGE_PASSWORD,
  CREATE_API_KEY,
  EXPIRIES,
  EXPIRY_NAMES,
  REVOKE_ACCESS,
  REVOKE_API_KEY,
  SIGN_OUT_EVERYWHERE,
} from "./html-forms.ts";
import { type AccountState, readAccount, type WebhookState } from "./read-account.ts";
import { dateHtml, momentHtml } from "./times.ts";
import { weeklyHours } from "./weekly-hours.ts";

/** Shows the account of a signed-in user, otherwise the sign-in page. */
export async function showAccount(visit: Visit): Promise<PageResponse> {
  const { session: browserToken, baseUrl, notice } = visit;
  const account = browserToken === undefined ? undefined : await readAccount(browserToken);
  // The page ignores its query; its forms return to it without one.
  if (browserToken === undefined || !account) return showSignIn({ ...visit, query: {} });
  const form = (path: string, query: Record<string, string> = {}) =>
    formFor({ baseUrl, query: valuesOf(query) }, path, browserToken);
  return {
    page: accountPage({ ...account, form, notice, isPasswordSignInEnabled: isPasswordSignInEnabled() }),
  };
}

const valuesOf = (query: Record<string, string>): Visit["query"] =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));

/** The data of the account page. */
interface AccountPage extends AccountState {
  /** Creates the address and token of a form. */
  form: (path: string, query?: Record<string, string>) => FormParts;
  /** The result of the previous form. */
  notice: Notice | undefined;
  isPasswordSignInEnabled: boolean;
}

/** The page on which users manage who has access to their account. */
const accountPage = (page: AccountPage): PageParts => ({
  title: page.notice?.kind === "problem" ? "Nothing was changed" : "Your account",
  isWide: true,
  main: html`<h1>Your account</h1>
${noticeHtml(page.notice)}
<div class="account">
<p>Signed in as <strong><bdi>${page.user.name}</bdi></strong><br><span class="quiet small">${page.user.email}</span></p>
${formHtml(page.form(SIGN_OUT), html`<button class="link">Sign out</button>`)}
</div>
${applicationsSection(page)}
${apiKeysSection(page)}
${schedulesSection(page)}
${calendarsSection(page)}
${webhooksSection(page)}
${passwordSection(page)}
${sessionsSection(page)}`,
});

/** The applications with access to the account, and the forms that revoke it. */
const applicationsSection = (page: AccountPage): Html => html`<section aria-labelledby="applications">
<h2 id="applications">Applications with access</h2>
${page.grants.length === 0 ? html`<p class="quiet">No application has access to your account.</p>` : applicationsTable(page)}
${page.grants.length > 1 && revokeAll(page)}
</section>`;

const applicationsTable = (page: AccountPage): Html =>
  dataTable({
    labelledBy: "applications",
    columns: ["Application", "Access", "Allowed", "Last used", ""],
    rows: page.grants.map((grant) => applicationRow(grant, page)),
  });

const applicationRow = (
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

/** The API keys, and the forms that create and revoke them. */
const apiKeysSection = (page: AccountPage): Html => html`<section aria-labelledby="api-keys">
<h2 id="api-keys">API keys</h2>
<p class="quiet">With an API key, a program can do everything that you can do.</p>
${page.apiKeys.length > 0 && apiKeysTable(page)}
<h3>Create an API key</h3>
${isRecent(page.session) ? createForm(page) : signInAgain(page)}
</section>`;

const apiKeysTable = (page: AccountPage): Html =>
  dataTable({
    labelledBy: "api-keys",
    columns: ["Name", "Created", "Last used", "Expires", ""],
    rows: page.apiKeys.map((apiKey) => apiKeyRow(apiKey, page)),
  });

const apiKeyRow = (apiKey: ApiKey, { form, user: { timeZone } }: AccountPage): Html[] => [
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

/** The list of schedules. */
const schedulesSection = ({ schedules }: AccountPage): Html => html`<section aria-labelledby="schedules">
<h2 id="schedules">Schedules</h2>
${schedules.length === 0 ? html`<p class="quiet">You have no schedules.</p>` : dataTable({ labelledBy: "schedules", columns: ["Schedule", "Hours", "Time zone"], rows: schedules.map(scheduleRow) })}
</section>`;

const scheduleRow = (schedule: Schedule): Html[] => [
  html`<strong><bdi>${schedule.name}</bdi></strong>${schedule.isDefault && html` <em>default</em>`}`,
  html`<ul class="plain">${weeklyHours(schedule).map((line) => html`<li>${line}</li>`)}</ul>`,
  html`${schedule.timeZone}`,
];

/** The list of webhooks with the health of their subscribers. */
const webhooksSection = (page: AccountPage): Html => html`<section aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
${page.webhooks.length === 0 ? html`<p class="quiet">You have no webhooks.</p>` : webhooksTable(page)}
${page.hasMoreWebhooks && html`<p class="quiet">There are more webhooks. <code>GET /webhooks</code> lists all of them.</p>`}
</section>`;

const webhooksTable = ({ webhooks, user: { timeZone } }: AccountPage): Html =>
  dataTable({
    labelledBy: "webhooks",
    columns: ["URL", "Events", "Health"],
    rows: webhooks.map(({ webhook, state }) => [
      html`<bdi>${webhook.subscriberUrl}</bdi>${webhook.team && html`<br><span class="quiet small">Team <bdi>${webhook.team.name}</bdi></span>`}`,
      html`${webhook.eventTriggers.length}`,
      webhookHealth({ webhook, state }, timeZone),
    ]),
  });

function webhookHealth({ webhook, state }: WebhookState, timeZone: string): Html {
  if (!webhook.active)
    return html`<strong>Disabled</strong>${webhook.disabledReason !== null && html`<br><span class="quiet small">${webhook.disabledReason}</span>`}`;
  const failures = state.failures === 1 ? "1 failure" : `${state.failures} failures`;
  switch (state.state) {
    case "healthy":
      return state.isSlow ? html`Healthy, but slow` : html`Healthy`;
    case "failing":
      return html`<strong class="grave">Failing</strong>: ${failures}${state.failingSince !== null && html` since ${momentHtml(state.failingSince, timeZone)}`}`;
    case "open":
      return html`<strong class="grave">Paused</strong> after ${failures}${state.nextProbeAt !== null && html`, next attempt ${momentHtml(state.nextProbeAt, timeZone)}`}`;
    case "releasing":
      return html`Recovering`;
    default:
      return state.state satisfies never;
  }
}

/** The form that changes the password, if the user has one that the service accepts. */
const passwordSection = ({ form, user, isPasswordSignInEnabled }: AccountPage): Html | false =>
  isPasswordSignInEnabled &&
  user.passwordHash !== null &&
  html`<section aria-labelledby="password">
<h2 id="password">Password</h2>
<p class="quiet">A new password signs you out in all other browsers.</p>
${formHtml(
  form(CHANGE_PASSWORD),
  html`<input type="text" name="username" autocomplete="username" value="${user.email}" readonly hidden>
<div class="fields">
<div><label for="current">Current password</label>
<input id="current" name="current_password" type="password" autocomplete="current-password" maxlength="1024" required></div>
<div><label for="new">New password</label>
<input id="new" name="new_password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required aria-describedby="rule"></div>
<div><label for="again">New password again</label>
<input id="again" name="new_password_again" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required></div>
</div>
<p class="quiet small" id="rule">At least 8 characters.</p>
<button class="submit">Change password</button>`,
)}
</section>`;

/** The form that ends all sessions. */
const sessionsSection = ({ form }: AccountPage): Html => html`<section aria-labelledby="sessions">
<h2 id="sessions">Sign out everywhere</h2>
<p>This signs you out in every browser, also in this one. It does not revoke API keys or the access of applications: revoke them above.</p>
${formHtml(form(SIGN_OUT_EVERYWHERE), html`<button class="plain submit">Sign out everywhere</button>`)}
</section>`;

interface ApiKeyPage {
  key: string;
  apiKey: ApiKey;
  timeZone: string;
  /** Address of the account page. */
  account: string;
}

/** The page with a new API key, which is shown only once. One click, or "select all", selects the key alone. */
export const apiKeyPage = ({ key, apiKey, timeZone, account }: ApiKeyPage): PageParts => ({
  title: "API key created",
  main: html`<h1>API key created</h1>
<p><strong><bdi>${apiKeyName(apiKey)}</bdi></strong><br><span class="quiet small">Expires: ${dateHtml(apiKey.expiresAt, timeZone)}</span></p>
<h2 id="label">Your API key</h2>
<p class="secret" role="textbox" aria-readonly="true" aria-labelledby="label" aria-describedby="once" tabindex="0" autofocus spellcheck="false" translate="no">${key}</p>
<p class="note" id="once">Copy the key now. It is not shown again.</p>
<p class="submit"><a class="button" href="${account}">Done</a></p>`,
});

/** The name of an API key on the page: its note, or its id if the operator created it without a note. */
export const apiKeyName = ({ note, id }: Pick<ApiKey, "note" | "id">): string => note ?? `key-${id}`;
