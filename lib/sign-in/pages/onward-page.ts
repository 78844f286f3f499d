import type { PageParts } from "#lib/pages/document.ts";
import { html } from "#lib/pages/html.ts";

/**
 * Leads on to another site by itself, and by a link. A redirect would not do after a form: Chrome holds every further redirect,
 * also those between the provider's own hosts, against the policy of the page the form was on.
 */
export const onwardPage = ({ name, address }: { name: string; address: URL }): PageParts => ({
  title: `Continue to ${name}`,
  goesOnTo: address,
  main: html`<h1>Continue to <bdi>${name}</bdi></h1>
<p class="quiet">You sign in at ${address.host}, then return here.</p>
<p class="submit"><a class="button" href="${address.href}">Continue</a></p>`,
});
