import { addressIn, isOwnForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSession } from "#lib/sign-in/session.ts";

/** Ends the session, here and in the browser, and asks who the user is anew. A form that is not ours ends nothing. */
export async function takeSignOut(visit: Visit): Promise<PageAnswer> {
  const redirectTo = addressIn(visit, "authorize");
  if (visit.session === undefined || !isOwnForm(visit, "sign-out")) return { redirectTo };
  await endSession(visit.session);
  return { redirectTo, keeps: { session: null } };
}
