import type { PageParts } from "#lib/entry/pages/document.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";
import type { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import type { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { SCOPE_TEXTS } from "./scope-texts.ts";

interface ConsentPage {
  client: Pick<Stored<typeof OAuthClientItem>, "name" | "logo" | "link">;
  user: { name: string; email: string };
  scopes: readonly Scope[];
  /** The scopes that the user has already allowed. */
  allowed: readonly Scope[];
  redirectUri: string;
  consent: FormParts;
  signOut: FormParts;
  /** Address of the page on which the user can revoke access. */
  account: string;
  /** Why the page is shown again. */
  notice: Notice | undefined;
}

/** The page on which a user allows or denies the access of an application. */
export const consentPage = (page: ConsentPage): PageParts => ({
  title: `Allow ${page.client.name}?`,
  main: html`<div class="application">${clientLogo(page.client)}
<h1><bdi>${page.client.name}</bdi> requests access to your Almanac account</h1></div>
${noticeHtml(page.notice)}
${account(page)}
<h2 id="scopes">The application will be able to</h2>
<ul class="scopes" aria-labelledby="scopes">
${page.scopes.map((scope) => scopeItem(scope, page.allowed))}
</ul>
${formHtml(
  page.consent,
  html`<div class="choice">
<button name="decision" value="allow">Allow</button>
<button class="plain" name="decision" value="deny">Deny</button>
</div>`,
)}`,
  footer: returnText(page),
});

const account = ({ user, signOut }: ConsentPage): Html => html`<div class="account">
<p>Signed in as <strong><bdi>${user.name}</bdi></strong><br><span class="quiet small">${user.email}</span></p>
${formHtml(signOut, html`<button class="link">Sign out to use another account</button>`)}
</div>`;

function scopeItem(scope: Scope, allowed: readonly Scope[]): Html {
  const { what, detail } = SCOPE_TEXTS[scope];
  const isGrave = scope === "ADMIN";
  const isNew = allowed.length > 0 && !allowed.includes(scope);
  return html`<li data-scope="${scope}"><strong${isGrave && html` class="grave"`}>${what}${isNew && html` <em>new</em>`}</strong><span>${detail}</span></li>
`;
}

function returnText({ client, redirectUri, account: address }: ConsentPage): Html {
  const { host } = new URL(redirectUri);
  return html`<p>You will return to <strong>${host}</strong>. You can <a href="${address}" target="_blank">revoke access at any time</a>.</p>
${client.link !== null && html`<p><a href="${client.link}" rel="noopener noreferrer" target="_blank">About <bdi>${client.name}</bdi></a></p>`}`;
}

type Client = Pick<Stored<typeof OAuthClientItem>, "name" | "logo">;

/**
 * The logo of an application if it is a data URL, else the first letter of its name. Logos of other hosts are not loaded, because those
 * hosts would learn of the sign-in (ADR 0018).
 */
const clientLogo = ({ name, logo }: Client): Html =>
  logo?.startsWith("data:image/")
    ? html`<img class="mark" src="${logo}" alt="" width="44" height="44">`
    : html`<span class="mark" aria-hidden="true">${firstLetter(name)}</span>`;

const firstLetter = (name: string): string =>
  [...new Intl.Segmenter("en").segment(name)].map(({ segment }) => segment)[0]?.toUpperCase() ?? "";
