import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { apiKeyName } from "./api-key-name.ts";
import { dateHtml } from "./time-html.ts";

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
