import { addressOf } from "#lib/entry/pages/html-forms.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";

/** Paths of the forms with which users sign in and out; their query is that of the page to return to. */
export const SIGN_IN = "/auth/oauth2/sign-in";
export const SIGN_OUT = "/auth/oauth2/sign-out";
export const PROVIDER_SIGN_IN = "/auth/oauth2/provider-sign-in";
export const PROVIDER_CALLBACK = "/auth/oauth2/provider-callback";

/** Path of the page that asks users to authorize an application, and of the one on which they manage their account. */
export const AUTHORIZE = "/auth/oauth2/authorize";
export const ACCOUNT = "/account";

/**
 * The address to which signing in and out returns: the authorization request in the query, otherwise the account page. Both show the
 * sign-in page to users who are not signed in.
 */
export const returnAddress = (about: Pick<Visit, "baseUrl" | "query">): string =>
  addressOf(about, Object.keys(about.query).length === 0 ? ACCOUNT : AUTHORIZE);
