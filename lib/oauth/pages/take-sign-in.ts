import { Failure } from "#lib/failures.ts";
import { addressIn, isOwnForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";
import { takesPasswords } from "#lib/sign-in/takes-passwords.ts";
import { readVisit, showSignIn } from "./show-authorize.ts";
import { againFor, STALE } from "./sign-in-again.ts";

/** Takes email address and password, and goes on to consent. The browser gets a new token; the one before counts no more. */
export async function takeSignIn(visit: Visit): Promise<PageAnswer> {
  const { asked } = await readVisit(visit);
  if ("redirectTo" in asked) return asked;
  const { email = "", password = "" } = visit.form;
  if (!isOwnForm(visit, "sign-in")) return showSignIn(visit, asked, { ...STALE, email });
  try {
    if (!takesPasswords()) throw new Failure("forbidden", "Password sign-in is disabled.");
    const { device, address } = visit;
    const keeps = await signIn({ email, password, device, address });
    if (visit.session !== undefined) await endSession(visit.session);
    return { redirectTo: addressIn(visit, "authorize"), keeps };
  } catch (error) {
    return showSignIn(visit, asked, { ...againFor(error), email });
  }
}
