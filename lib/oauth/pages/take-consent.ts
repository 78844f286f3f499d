import { type AuthorizeError, authorizeRedirect } from "#lib/oauth/authorize-redirect.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { issueCode } from "#lib/oauth/issue-code.ts";
import { authorizationCodeOf } from "#lib/oauth/opaque-token.ts";
import { addressIn, isOwnForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { type Again, readVisit, showConsent } from "./show-authorize.ts";

const STALE: Again = { problem: "This page has expired. Please decide again.", status: 403 };
const UNDECIDED: Again = { problem: "Please choose Allow or Deny.", status: 400 };
const DENIED = {
  error: "access_denied" satisfies AuthorizeError,
  error_description: "The user denied access.",
} as const;

/**
 * Takes the user's decision back to the client: with a code, or with `access_denied` (RFC 6749 §4.1.2). A form that is sent
 * twice, as by a double click, leads back with the same code.
 */
export async function takeConsent(visit: Visit): Promise<PageAnswer> {
  const { asked, user } = await readVisit(visit);
  if ("redirectTo" in asked) return asked;
  if (!user) return { redirectTo: addressIn(visit, "authorize") };
  const { client, request } = asked;
  const askAgain = async (again: Again) =>
    showConsent(visit, asked, { user, again, grant: await findGrant(user.id, client.id) });
  const { session = "", form } = visit;
  const { form_token: formToken = "" } = form;
  if (!isOwnForm(visit, "consent")) return askAgain(STALE);
  const iss = visit.baseUrl;
  switch (form["decision"]) {
    case "allow": {
      const code = authorizationCodeOf(session, formToken);
      await issueCode({ userId: user.id, client, request, code });
      return { redirectTo: authorizeRedirect(request, { iss, code }) };
    }
    case "deny":
      return { redirectTo: authorizeRedirect(request, { iss, ...DENIED }) };
    default:
      return askAgain(UNDECIDED);
  }
}
