import { isOwnForm, rejectForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { returnAddress, SIGN_OUT } from "./addresses.ts";

/** Ends the session, here and in the browser, and asks who the user is. A form that is not ours ends nothing. */
export async function takeSignOut(visit: Visit): Promise<PageAnswer> {
  const redirectTo = returnAddress(visit);
  if (visit.session === undefined || !isOwnForm(visit, SIGN_OUT)) return rejectForm(redirectTo);
  await endSession(visit.session);
  return { redirectTo, keeps: { session: null } };
}
