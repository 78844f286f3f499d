import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import { type AuthorizeError, authorizeRedirect } from "#lib/oauth/authorize-redirect.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import {
  type ParsedAuthorizeRequest,
  parseAuthorizeRequest,
  type ValidAuthorizeRequest,
} from "#lib/oauth/parse-authorize-request.ts";
import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { formFor } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import { formTarget } from "#lib/pages/page-headers.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { setting } from "#lib/platform/env.ts";
import { sessionUser } from "#lib/sign-in/session.ts";
import { takesPasswords } from "#lib/sign-in/takes-passwords.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import { consentPage } from "./consent-page.ts";
import { rememberedCode } from "./remembered-consent.ts";
import { signInPage } from "./sign-in-page.ts";

/** Why a page is shown once more, and with which status. */
export interface Again {
  problem: string;
  status: number;
  headers?: Record<string, string>;
  email?: string;
}

/** The authorization request of a visit, and who is signed in; every page of the flow begins with it. Two round trips. */
export async function readVisit(
  visit: Visit,
): Promise<{ asked: ParsedAuthorizeRequest; user: Stored<typeof UserItem> | undefined }> {
  const [asked, user] = await Promise.all([
    parseAuthorizeRequest(visit.query, visit.baseUrl),
    visit.session === undefined ? undefined : sessionUser(visit.session),
  ]);
  return { asked, user };
}

/** Answers an authorization request (RFC 6749 §4.1.1): asks who the user is, then whether the client may, unless that is known. */
export async function showAuthorize(visit: Visit): Promise<PageAnswer> {
  const { asked, user } = await readVisit(visit);
  if ("redirectTo" in asked) return asked;
  const { client, request } = asked;
  const isSilent = request.prompt === "none";
  if (!user) return isSilent ? unasked(visit, asked, "login_required") : showSignIn(visit, asked);
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

/** The sign-in page. A browser without a token gets one, so that its form is known by it. */
export function showSignIn(
  visit: Visit,
  { client, request }: ValidAuthorizeRequest,
  again?: Again,
): PageAnswer {
  const session = visit.session ?? newBrowserToken();
  const { host } = new URL(visit.baseUrl);
  const providerName = setting("OIDC_NAME");
  return {
    page: signInPage({
      password: takesPasswords() ? formFor(visit, "sign-in", session) : undefined,
      provider:
        providerName === undefined
          ? undefined
          : { name: providerName, ...formFor(visit, "provider-sign-in", session) },
      clientName: client.name,
      host,
      email: again?.email,
      problem: again?.problem,
    }),
    // What is allowed already is not asked again, so the form may lead there.
    formTargets: [formTarget(request.redirectUri)],
    ...answeredAgain(again),
    ...(visit.session === undefined && { keeps: { session } }),
  };
}

/** Who is asked, and what they allow the client already. */
interface Consenting {
  user: Stored<typeof UserItem>;
  grant: Stored<typeof GrantItem> | undefined;
  again?: Again;
}

/** The consent page. */
export function showConsent(
  visit: Visit,
  { client, request }: ValidAuthorizeRequest,
  { user, grant, again }: Consenting,
): PageAnswer {
  const { session = "" } = visit;
  const { redirectUri, scopes } = request;
  const { scopes: allowed = [] } = grant ?? {};
  return {
    page: consentPage({
      client,
      user,
      scopes,
      allowed,
      redirectUri,
      consent: formFor(visit, "consent", session),
      signOut: formFor(visit, "sign-out", session),
      problem: again?.problem,
    }),
    formTargets: [formTarget(redirectUri)],
    ...answeredAgain(again),
  };
}

const answeredAgain = (again: Again | undefined) =>
  again && { status: again.status, ...(again.headers && { headers: again.headers }) };
