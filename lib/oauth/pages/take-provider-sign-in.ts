import { parseAuthorizeRequest } from "#lib/oauth/parse-authorize-request.ts";
import { isOwnForm, queryText } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { env } from "#lib/platform/env.ts";
import { beginProviderSignIn } from "#lib/sign-in/provider/begin.ts";
import { onwardPage } from "./onward-page.ts";
import { showSignIn } from "./show-authorize.ts";
import { againFor, STALE } from "./sign-in-again.ts";
import { callbackOf } from "./take-provider-callback.ts";

/** Takes the form that asks for the operator's OpenID provider, and leads there. */
export async function takeProviderSignIn(visit: Visit): Promise<PageAnswer> {
  const asked = await parseAuthorizeRequest(visit.query, visit.baseUrl);
  if ("redirectTo" in asked) return asked;
  const { session } = visit;
  if (session === undefined || !isOwnForm(visit, "provider-sign-in")) return showSignIn(visit, asked, STALE);
  try {
    const query = queryText(visit.query);
    const address = await beginProviderSignIn({ browserToken: session, query, callback: callbackOf(visit) });
    return { page: onwardPage({ name: env("OIDC_NAME"), address }) };
  } catch (error) {
    return showSignIn(visit, asked, againFor(error));
  }
}
