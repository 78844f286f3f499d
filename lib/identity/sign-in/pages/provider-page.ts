import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";

/**
 * A page that redirects to another site by itself, and has a link to it. A 303 after a form is not possible: Chrome checks all further
 * redirects, also between hosts of the provider, against the `form-action` policy of the page with the form.
 */
export const providerPage = ({ name, address }: { name: string; address: URL }): PageParts => ({
  title: `Continue to ${name}`,
  redirectTo: address,
  main: html`<h1>Continue to <bdi>${name}</bdi></h1>
<p class="quiet">You sign in at ${address.host}, then return here.</p>
<p class="submit"><a class="button" href="${address.href}">Continue</a></p>`,
});
