import { isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { endSession } from "#lib/identity/sign-in/session.ts";
import { returnAddress, SIGN_OUT } from "./addresses.ts";

/** Ends the session, deletes its cookie, and redirects to a page that shows the sign-in page. */
export async function submitSignOut(visit: Visit): Promise<PageAnswer> {
  const redirectTo = returnAddress(visit);
  if (visit.session === undefined || !isOwnForm(visit, SIGN_OUT)) return rejectForm(redirectTo);
  await endSession(visit.session);
  return { redirectTo, cookies: { session: null } };
}
