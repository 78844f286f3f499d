import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";
import { isOwnForm, queryOf, queryText, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { redeemPendingSignIn } from "#lib/identity/sign-in/provider/pending-sign-in.ts";
import { signInFromProvider, startProviderSignIn } from "#lib/identity/sign-in/provider/sign-in.ts";
import { endSession } from "#lib/identity/sign-in/session.ts";
import { env } from "#lib/platform/env.ts";
import { PROVIDER_CALLBACK, PROVIDER_SIGN_IN, returnAddress } from "./addresses.ts";
import { noticeFromFailure } from "./notice-from-failure.ts";

/** Starts a sign-in at the operator's OpenID provider, and redirects to it. */
export async function submitProviderSignIn(visit: Visit): Promise<PageResponse> {
  const redirectTo = returnAddress(visit);
  const { session } = visit;
  if (session === undefined || !isOwnForm(visit, PROVIDER_SIGN_IN)) return rejectForm(redirectTo);
  try {
    const query = queryText(visit.query);
    const address = await startProviderSignIn({ browserToken: session, query, callback: callbackOf(visit) });
    return { page: providerPage({ name: env("OIDC_NAME"), address }) };
  } catch (error) {
    return { redirectTo, notice: noticeFromFailure(error) };
  }
}

/**
 * A page that redirects to another site by itself, and has a link to it. A 303 after a form is not possible: Chrome checks all further
 * redirects, also between hosts of the provider, against the `form-action` policy of the page with the form.
 */
const providerPage = ({ name, address }: { name: string; address: URL }): PageParts => ({
  title: `Continue to ${name}`,
  redirectTo: address,
  main: html`<h1>Continue to <bdi>${name}</bdi></h1>
<p class="quiet">You sign in at ${address.host}, then return here.</p>
<p class="submit"><a class="button" href="${address.href}">Continue</a></p>`,
});

/**
 * Signs in a user who returns from the operator's OpenID provider, and redirects to the page that requires the user. After a failure, that
 * page shows the reason.
 *
 * @throws {Failure} `forbidden` if this browser has no pending sign-in with the `state`
 */
export async function receiveProviderCallback(visit: Visit): Promise<PageResponse> {
  const { baseUrl, session: browserToken = "", device } = visit;
  const state = visit.query["state"]?.[0] ?? "";
  const query = queryOf(await redeemPendingSignIn(browserToken, state));
  const redirectTo = returnAddress({ baseUrl, query });
  try {
    const url = new URL(`${callbackOf(visit)}?${queryText(visit.query)}`);
    const cookies = await signInFromProvider({ url, browserToken, state }, device);
    await endSession(browserToken);
    return { redirectTo, cookies };
  } catch (error) {
    return { redirectTo, notice: noticeFromFailure(error) };
  }
}

/** URL to which the provider redirects users. */
const callbackOf = ({ baseUrl }: Pick<Visit, "baseUrl">): string => `${baseUrl}${PROVIDER_CALLBACK}`;
