import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import { type AuthorizeError, authorizeRedirect } from "#lib/oauth/authorize-redirect.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import {
  type ParsedAuthorizeRequest,
  parseAuthorizeRequest,
  type ValidAuthorizeRequest,
} from "#lib/oauth/parse-authorize-request.ts";
import { addressOf, formFor } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import { formTarget } from "#lib/pages/page-headers.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { ACCOUNT, SIGN_OUT } from "#lib/sign-in/pages/addresses.ts";
import { showSignIn } from "#lib/sign-in/pages/show-sign-in.ts";
import { findSignedInUser } from "#lib/sign-in/session.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import { consentPage } from "./consent-page.ts";
import { rememberedCode } from "./remembered-consent.ts";

/** Path of the form of the consent page. */
export const CONSENT = "/auth/oauth2/consent";

/** The authorization request of a visit, and who is signed in; every page of the flow begins with it. Two round trips. */
export async function readVisit(
  visit: Visit,
): Promise<{ asked: ParsedAuthorizeRequest; user: Stored<typeof UserItem> | undefined }> {
  const [asked, user] = await Promise.all([
    parseAuthorizeRequest(visit.query, visit.baseUrl),
    visit.session === undefined ? undefined : findSignedInUser(visit.session),
  ]);
  return { asked, user };
}

/** Answers an authorization request (RFC 6749 §4.1.1): asks who the user is, then whether the client may, unless that is known. */
export async function showAuthorize(visit: Visit): Promise<PageAnswer> {
  const { asked, user } = await readVisit(visit);
  if ("redirectTo" in asked) return asked;
  const { client, request } = asked;
  const isSilent = request.prompt === "none";
  if (!user) {
    if (isSilent) return unasked(visit, asked, "login_required");
    // What is allowed already is not asked again, so the form may lead to the application.
    return showSignIn(visit, { clientName: client.name, formTargets: [formTarget(request.redirectUri)] });
  }
  const grant = await findGrant(user.id, client.id);
  const code = await rememberedCode(asked, grant, visit.baseUrl);
  if (code !== undefined) return { redirectTo: authorizeRedirect(request, { iss: visit.baseUrl, code }) };
  return isSilent ? unasked(visit, asked, "consent_required") : showConsent(visit, asked, { user, grant });
}

/** Tells a client that the user would have to be asked, which it does not want. */
const unasked = (
  { baseUrl: iss }: Visit,
  { request }: ValidAuthorizeRequest,
  error: AuthorizeError,
): PageAnswer => ({
  redirectTo: authorizeRedirect(request, {
    iss,
    error,
    error_description: "The user must sign in or give consent.",
  }),
});

/** Who is asked, and what they allow the client already. */
interface Consenting {
  user: Stored<typeof UserItem>;
  grant: Stored<typeof GrantItem> | undefined;
}

/** The consent page. */
function showConsent(
  visit: Visit,
  { client, request }: ValidAuthorizeRequest,
  { user, grant }: Consenting,
): PageAnswer {
  const { session = "", baseUrl } = visit;
  const { redirectUri, scopes } = request;
  const { scopes: allowed = [] } = grant ?? {};
  return {
    page: consentPage({
      client,
      user,
      scopes,
      allowed,
      redirectUri,
      consent: formFor(visit, CONSENT, session),
      signOut: formFor(visit, SIGN_OUT, session),
      account: addressOf({ baseUrl, query: {} }, ACCOUNT),
      notice: visit.notice,
    }),
    formTargets: [formTarget(redirectUri)],
  };
}
