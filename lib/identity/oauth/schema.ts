import * as z from "zod";
import { isLoopbackHost } from "#lib/platform/loopback.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { OAuthClientItem } from "./entity.ts";

/** A URL with only the characters of RFC 3986 §2, because browsers encode or drop others, and the text is compared exactly. */
const ADDRESS = /^https?:\/\/[\w.~:/?[\]@!$&'()*+,;=%-]+$/;

/** A URL to which users return: https, or http on loopback for native applications (RFC 8252 §7.3). */
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

/** A picture as a data URL, because pages load nothing from other hosts (ADR 0018). */
const Picture = z
  .string()
  .regex(/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/)
  .max((LARGEST_LOGO / 3) * 4 + 40);

const WebAddress = z.url({ protocol: /^https$/, error: "must be an https URL" }).max(2048);

/** A union reports none of its members' errors, so it has its own. */
const Logo = z.union([WebAddress, Picture], {
  error: `must be a picture (PNG, JPEG, GIF, WebP) of at most ${LARGEST_LOGO} bytes, or an https URL`,
});

/** The default scopes of a client: all except ADMIN. */
const DEFAULT_SCOPES = Scope.options.filter((scope) => scope !== "ADMIN");

/** The fields of a new OAuth client. Redirect URIs are compared exactly. */
export const OAuthClientCreate = z.strictObject({
  name: z.string().overwrite(trimSpace).min(1).max(100),
  redirectUris: z.array(RedirectUri).min(1).max(10),
  logo: Logo.nullable().default(null),
  link: WebAddress.nullable().default(null),
  type: z.enum(["confidential", "public"]).default("confidential"),
  scopes: z
    .array(Scope)
    .min(1)
    .overwrite((scopes) => [...new Set(scopes)])
    .default(DEFAULT_SCOPES),
});
export type OAuthClientCreate = z.output<typeof OAuthClientCreate>;

/** The changes of an OAuth client. Tokens lose a removed scope immediately. */
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

/** For how long the previous secret stays valid after a rotation: at most a week. */
export const SecretRotation = z.strictObject({ graceSeconds: z.int().min(0).max(604_800) });

/** An OAuth client in responses, without its secrets. */
export const OAuthClient = OAuthClientItem.schema.omit({ secrets: true, version: true });
export type OAuthClient = z.output<typeof OAuthClient>;

/** A client with its new secret; null for a public client, which can't keep one confidential. */
export interface IssuedOAuthClient {
  client: OAuthClient;
  clientSecret: string | null;
}

/** Converts a stored client to a response. */
export const toOAuthClient = (client: Stored<typeof OAuthClientItem>): OAuthClient =>
  OAuthClient.parse(client);
