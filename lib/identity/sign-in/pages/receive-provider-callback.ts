import { queryOf, queryText } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { redeemPendingSignIn } from "#lib/identity/sign-in/provider/pending-sign-in.ts";
import { signInFromProvider } from "#lib/identity/sign-in/provider/sign-in.ts";
import { endSession } from "#lib/identity/sign-in/session.ts";
import { PROVIDER_CALLBACK, returnAddress } from "./addresses.ts";
import { noticeFromFailure } from "./notice-from-failure.ts";

/**
 * Signs in a user who returns from the operator's OpenID provider, and redirects to the page that requires the user. After a failure, that
 * page shows the reason.
 *
 * @throws {Failure} `forbidden` if this browser has no pending sign-in with the `state`
 */
export async function receiveProviderCallback(visit: Visit): Promise<PageAnswer> {
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
export const callbackOf = ({ baseUrl }: Pick<Visit, "baseUrl">): string => `${baseUrl}${PROVIDER_CALLBACK}`;
