import { isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { endSession } from "#lib/identity/sign-in/session.ts";
import { signIn } from "#lib/identity/sign-in/sign-in.ts";
import { returnAddress, SIGN_IN } from "./addresses.ts";
import { noticeFromFailure } from "./notice-from-failure.ts";

/**
 * Signs a user in with email address and password, and redirects to the page that requires the user. After a failure, that page shows the
 * sign-in page again. The browser gets a new token, and the old one is no longer valid.
 */
export async function submitSignIn(visit: Visit): Promise<PageAnswer> {
  const redirectTo = returnAddress(visit);
  const { email = "", password = "" } = visit.form;
  if (!isOwnForm(visit, SIGN_IN)) return rejectForm(redirectTo);
  try {
    const { device, address } = visit;
    const cookies = await signIn({ email, password, device, address });
    if (visit.session !== undefined) await endSession(visit.session);
    return { redirectTo, cookies };
  } catch (error) {
    return { redirectTo, notice: { ...noticeFromFailure(error), email } };
  }
}
