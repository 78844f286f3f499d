import { type Html, html } from "#lib/entry/pages/html.ts";
import type { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";

type Client = Pick<Stored<typeof OAuthClientItem>, "name" | "logo">;

/**
 * The logo of an application if it is a data URL, else the first letter of its name. Logos of other hosts are not loaded, because those
 * hosts would learn of the sign-in (ADR 0018).
 */
export const clientLogo = ({ name, logo }: Client): Html =>
  logo?.startsWith("data:image/")
    ? html`<img class="mark" src="${logo}" alt="" width="44" height="44">`
    : html`<span class="mark" aria-hidden="true">${firstLetter(name)}</span>`;

const firstLetter = (name: string): string =>
  [...new Intl.Segmenter("en").segment(name)].map(({ segment }) => segment)[0]?.toUpperCase() ?? "";
