import * as z from "zod";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/table/entity.ts";
import { OAuthClientItem } from "./entity.ts";

/** A web address in the characters of one (RFC 3986 §2). Others are dropped or turned on the way, and what is compared is the text. */
const ADDRESS = /^https?:\/\/[\w.~:/?[\]@!$&'()*+,;=%-]+$/;

/** Where a client takes its users back: https, or http on this machine for programs on it (RFC 8252 §7.3). */
export const RedirectUri = z
  .string()
  .max(2048)
  .refine((text) => {
    if (!ADDRESS.test(text) || !URL.canParse(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    const isAllowed = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
    return isAllowed && !hostname.includes("*") && username === "" && password === "";
  }, "must be https (or http on loopback), without user, fragment, wildcard and signs that have to be encoded");

const LARGEST_LOGO = 16_384;

/** A picture itself, so that the page that shows it loads nothing from elsewhere (ADR 0018). */
const Picture = z
  .string()
  .regex(
    /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/,
    "must be a picture (PNG, JPEG, GIF, WebP) or an https address",
  )
  .max((LARGEST_LOGO / 3) * 4 + 40, `must have at most ${LARGEST_LOGO} bytes`);

const WebAddress = z.url({ protocol: /^https$/, error: "must be an https URL" }).max(2048);

/** Every scope but ADMIN: what a client may be allowed unless it is said. */
const ORDINARY_SCOPES = Scope.options.filter((scope) => scope !== "ADMIN");

/** What makes an OAuth client. Redirect URIs are compared exactly. */
export const OAuthClientCreate = z.strictObject({
  name: z.string().overwrite(trimSpace).min(1).max(100),
  redirectUris: z.array(RedirectUri).min(1).max(10),
  logo: z.union([WebAddress, Picture]).nullable().default(null),
  link: WebAddress.nullable().default(null),
  type: z.enum(["confidential", "public"]).default("confidential"),
  scopes: z.array(Scope).min(1).default(ORDINARY_SCOPES),
});
export type OAuthClientCreate = z.output<typeof OAuthClientCreate>;

/** What may be changed of an OAuth client. A scope that is taken away is gone from tokens with their next refresh. */
export const OAuthClientUpdate = z
  .strictObject({
    name: OAuthClientCreate.shape.name,
    redirectUris: OAuthClientCreate.shape.redirectUris,
    logo: OAuthClientCreate.shape.logo.unwrap(),
    link: OAuthClientCreate.shape.link.unwrap(),
    scopes: OAuthClientCreate.shape.scopes.unwrap(),
  })
  .partial();
export type OAuthClientUpdate = z.output<typeof OAuthClientUpdate>;

/** How long the secret before still counts once a client has a new one: a week at most. */
export const SecretRotation = z.strictObject({ graceSeconds: z.int().min(0).max(604_800) });

/** An OAuth client as it is shown: never its secrets. */
export const OAuthClient = OAuthClientItem.schema.omit({ secrets: true, version: true });
export type OAuthClient = z.output<typeof OAuthClient>;

/** A client with a secret just made: shown this once; null for a public client, which can't keep one. */
export interface IssuedOAuthClient {
  client: OAuthClient;
  clientSecret: string | null;
}

/** What may be shown of a stored client. */
export const toOAuthClient = (client: Stored<typeof OAuthClientItem>): OAuthClient =>
  OAuthClient.parse(client);
