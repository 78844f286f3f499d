import { isOwnForm, rejectForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";
import { requirePasswordSignIn } from "#lib/sign-in/takes-passwords.ts";
import { returnAddress, SIGN_IN } from "./addresses.ts";
import { noticeOf } from "./notice-of.ts";

/**
 * Takes email address and password, and returns to the page that needs the user, which shows the sign-in page again after a failure.
 * The browser gets a new token; the one before counts no more.
 */
export async function takeSignIn(visit: Visit): Promise<PageAnswer> {
  const redirectTo = returnAddress(visit);
  const { email = "", password = "" } = visit.form;
  if (!isOwnForm(visit, SIGN_IN)) return rejectForm(redirectTo);
  try {
    requirePasswordSignIn();
    const { device, address } = visit;
    const keeps = await signIn({ email, password, device, address });
    if (visit.session !== undefined) await endSession(visit.session);
    return { redirectTo, keeps };
  } catch (error) {
    return { redirectTo, notice: { ...noticeOf(error), email } };
  }
}
