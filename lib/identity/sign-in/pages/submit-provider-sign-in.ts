import { isOwnForm, queryText, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { startProviderSignIn } from "#lib/identity/sign-in/provider/start.ts";
import { env } from "#lib/platform/env.ts";
import { PROVIDER_SIGN_IN, returnAddress } from "./addresses.ts";
import { noticeFromFailure } from "./notice-from-failure.ts";
import { providerPage } from "./provider-page.ts";
import { callbackOf } from "./receive-provider-callback.ts";

/** Starts a sign-in at the operator's OpenID provider, and redirects to it. */
export async function submitProviderSignIn(visit: Visit): Promise<PageAnswer> {
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
