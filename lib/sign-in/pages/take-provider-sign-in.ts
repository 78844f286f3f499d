import { isOwnForm, queryText, rejectForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { env } from "#lib/platform/env.ts";
import { beginProviderSignIn } from "#lib/sign-in/provider/begin.ts";
import { PROVIDER_SIGN_IN, returnAddress } from "./addresses.ts";
import { noticeOf } from "./notice-of.ts";
import { onwardPage } from "./onward-page.ts";
import { callbackOf } from "./take-provider-callback.ts";

/** Takes the form that asks for the operator's OpenID provider, and leads there. */
export async function takeProviderSignIn(visit: Visit): Promise<PageAnswer> {
  const redirectTo = returnAddress(visit);
  const { session } = visit;
  if (session === undefined || !isOwnForm(visit, PROVIDER_SIGN_IN)) return rejectForm(redirectTo);
  try {
    const query = queryText(visit.query);
    const address = await beginProviderSignIn({ browserToken: session, query, callback: callbackOf(visit) });
    return { page: onwardPage({ name: env("OIDC_NAME"), address }) };
  } catch (error) {
    return { redirectTo, notice: noticeOf(error) };
  }
}
