import { parseAuthorizeRequest } from "#lib/oauth/parse-authorize-request.ts";
import { addressIn, queryOf, queryText } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { claimPending } from "#lib/sign-in/provider/pending.ts";
import { signInFromProvider } from "#lib/sign-in/provider/sign-in.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { showSignIn } from "./show-authorize.ts";
import { againFor } from "./sign-in-again.ts";

/**
 * Takes the user back from the operator's OpenID provider, signs them in, and goes on with the authorization request they
 * came with. What another try can mend is told by the sign-in page.
 *
 * @throws {Failure} `forbidden` when no sign-in of this browser waits for it
 */
export async function takeProviderCallback(visit: Visit): Promise<PageAnswer> {
  const { session: browserToken = "", device } = visit;
  const state = visit.query["state"]?.[0] ?? "";
  const before = { ...visit, query: queryOf(await claimPending(browserToken, state)) };
  try {
    const url = new URL(`${callbackOf(visit)}?${queryText(visit.query)}`);
    const keeps = await signInFromProvider({ url, browserToken, state }, device);
    await endSession(browserToken);
    return { redirectTo: addressIn(before, "authorize"), keeps };
  } catch (error) {
    const again = againFor(error);
    const asked = await parseAuthorizeRequest(before.query, before.baseUrl);
    return "redirectTo" in asked ? asked : showSignIn(before, asked, again);
  }
}

/** Where the provider sends users back to. */
export const callbackOf = ({ baseUrl }: Pick<Visit, "baseUrl">): string =>
  `${baseUrl}/auth/oauth2/provider-callback`;
