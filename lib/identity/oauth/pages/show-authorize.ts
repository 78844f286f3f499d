import { addressOf, formFor } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import { formTarget } from "#lib/entry/pages/page-headers.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { type AuthorizeError, authorizeRedirect } from "#lib/identity/oauth/authorize-redirect.ts";
import { hasScopes } from "#lib/identity/oauth/grants/has-scopes.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { issueCodeForGrant } from "#lib/identity/oauth/issue-code.ts";
import {
  type ParsedAuthorizeRequest,
  parseAuthorizeRequest,
  type ValidAuthorizeRequest,
} from "#lib/identity/oauth/parse-authorize-request.ts";
import { ACCOUNT, SIGN_OUT } from "#lib/identity/sign-in/pages/addresses.ts";
import { showSignIn } from "#lib/identity/sign-in/pages/sign-in-page.ts";
import { findSignIn, isRecent, type SignIn } from "#lib/identity/sign-in/session.ts";
import type { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { consentPage } from "./consent-page.ts";

/** Path of the form of the consent page. */
export const CONSENT = "/auth/oauth2/consent";

/** Parses the authorization request of a visit, and finds the signed-in user. */
export async function readAuthorization(
  visit: Visit,
): Promise<{ parsed: ParsedAuthorizeRequest; signIn: SignIn | undefined }> {
  const [parsed, signIn] = await Promise.all([
    parseAuthorizeRequest(visit.query, visit.baseUrl),
    visit.session === undefined ? undefined : findSignIn(visit.session),
  ]);
  return { parsed, signIn };
}

/** Responds to an authorization request (RFC 6749 §4.1.1): shows the sign-in page, then the consent page, each only if necessary. */
export async function showAuthorize(visit: Visit): Promise<PageResponse> {
  const { parsed, signIn } = await readAuthorization(visit);
  if ("redirectTo" in parsed) return parsed;
  const { client, request } = parsed;
  const isSilent = request.prompt === "none";
  // After sign-in with remembered consent, the form redirects to the application.
  const purpose = { clientName: client.name, formTargets: [formTarget(request.redirectUri)] };
  if (!signIn) return isSilent ? promptRequired(visit, parsed, "login_required") : showSignIn(visit, purpose);
  const { user, session } = signIn;
  const grant = await findGrant(user.id, client.id);
  const code = await rememberedCode(parsed, grant, visit.baseUrl);
  if (code !== undefined) return { redirectTo: authorizeRedirect(request, { iss: visit.baseUrl, code }) };
  if (isSilent) return promptRequired(visit, parsed, "consent_required");
  return isRecent(session) || hasScopes(grant, request.scopes)
    ? showConsent(visit, parsed, { user, grant })
    : showSignIn(visit, { ...purpose, repeatedFor: user.email });
}

/** The redirect for a request with `prompt=none` that needs a page. */
const promptRequired = (
  { baseUrl: iss }: Visit,
  { request }: ValidAuthorizeRequest,
  error: AuthorizeError,
): PageResponse => ({
  redirectTo: authorizeRedirect(request, {
    iss,
    error,
    error_description: "The user must sign in or give consent.",
  }),
});

/** The signed-in user, and their grant to the client. */
interface SignedInUser {
  user: Stored<typeof UserItem>;
  grant: Stored<typeof GrantItem> | undefined;
}

/** The consent page. */
function showConsent(
  visit: Visit,
  { client, request }: ValidAuthorizeRequest,
  { user, grant }: SignedInUser,
): PageResponse {
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

/**
 * Issues a code without asking the user again. Returns undefined if the user must be asked: for new scopes, for a public client, which
 * anyone can impersonate, and for a redirect URI that is not on a server (ADR 0022).
 */
async function rememberedCode(
  { client, request }: ValidAuthorizeRequest,
  grant: Stored<typeof GrantItem> | undefined,
  baseUrl: string,
): Promise<string | undefined> {
  const { scopes, redirectUri, prompt } = request;
  const isAuthenticClient = client.type === "confidential" && isOnServer(redirectUri, baseUrl);
  if (!hasScopes(grant, scopes) || !isAuthenticClient || prompt === "ask") return undefined;
  return issueCodeForGrant(grant, request);
}

/** On http loopback, any program on the user's machine can receive the code. Accepted only if the service runs there, too. */
const isOnServer = (redirectUri: string, baseUrl: string): boolean =>
  redirectUri.startsWith("https:") || baseUrl.startsWith("http:");
