import { queryOf, queryText } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { claimPending } from "#lib/sign-in/provider/pending.ts";
import { signInFromProvider } from "#lib/sign-in/provider/sign-in.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { PROVIDER_CALLBACK, returnAddress } from "./addresses.ts";
import { noticeOf } from "./notice-of.ts";

/**
 * Takes the user back from the operator's OpenID provider, signs them in, and returns to the page they came from. That page says
 * what another try can mend.
 *
 * @throws {Failure} `forbidden` when no sign-in of this browser waits for it
 */
export async function takeProviderCallback(visit: Visit): Promise<PageAnswer> {
  const { baseUrl, session: browserToken = "", device } = visit;
  const state = visit.query["state"]?.[0] ?? "";
  const query = queryOf(await claimPending(browserToken, state));
  const redirectTo = returnAddress({ baseUrl, query });
  try {
    const url = new URL(`${callbackOf(visit)}?${queryText(visit.query)}`);
    const keeps = await signInFromProvider({ url, browserToken, state }, device);
    await endSession(browserToken);
    return { redirectTo, keeps };
  } catch (error) {
    return { redirectTo, notice: noticeOf(error) };
  }
}

/** Where the provider sends users back to. */
export const callbackOf = ({ baseUrl }: Pick<Visit, "baseUrl">): string => `${baseUrl}${PROVIDER_CALLBACK}`;
