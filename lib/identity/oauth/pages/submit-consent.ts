import { addressOf, isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { Notice } from "#lib/entry/pages/notice.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { type AuthorizeError, authorizeRedirect } from "#lib/identity/oauth/authorize-redirect.ts";
import { issueCode } from "#lib/identity/oauth/issue-code.ts";
import { deriveAuthorizationCode } from "#lib/identity/oauth/opaque-token.ts";
import { AUTHORIZE } from "#lib/identity/sign-in/pages/addresses.ts";
import { isRecent } from "#lib/identity/sign-in/session.ts";
import { CONSENT, readAuthorization } from "./show-authorize.ts";

const UNDECIDED: Notice = { kind: "problem", text: "Please choose Allow or Deny." };
const DENIED = {
  error: "access_denied" satisfies AuthorizeError,
  error_description: "The user denied access.",
} as const;

/**
 * Redirects to the client with the user's decision: an authorization code, or `access_denied` (RFC 6749 §4.1.2). A form that is sent twice,
 * such as by a double click, redirects with the same code as long as it can be redeemed. If the user must sign in again first, redirects to
 * the sign-in page.
 */
export async function submitConsent(visit: Visit): Promise<PageResponse> {
  const { parsed, signIn } = await readAuthorization(visit);
  if ("redirectTo" in parsed) return parsed;
  const page = addressOf(visit, AUTHORIZE);
  if (!signIn) return { redirectTo: page };
  const { client, request } = parsed;
  const { session = "", form } = visit;
  const { form_token: formToken = "" } = form;
  if (!isOwnForm(visit, CONSENT)) return rejectForm(page);
  const iss = visit.baseUrl;
  switch (form["decision"]) {
    case "allow": {
      const code = await issueCode({
        userId: signIn.user.id,
        client,
        request,
        isRecentSignIn: isRecent(signIn.session),
        code: deriveAuthorizationCode(session, formToken),
      });
      return { redirectTo: code === undefined ? page : authorizeRedirect(request, { iss, code }) };
    }
    case "deny":
      return { redirectTo: authorizeRedirect(request, { iss, ...DENIED }) };
    default:
      return { redirectTo: page, notice: UNDECIDED };
  }
}
