import { FAILURES, Failure, type FailureCode } from "#lib/http/failures.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSession } from "#lib/sign-in/session.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";
import { addressIn, isOwnForm } from "./forms.ts";
import { readVisit, showSignIn } from "./show-authorize.ts";

const STALE =
  "This page was open for too long, or the browser keeps no cookies of this service. Please sign in again.";
/** What may be wrong with a sign-in that another try can mend. */
const SHOWN: ReadonlySet<FailureCode> = new Set(["unauthorized", "user_locked", "too_many_requests"]);

/** Takes email address and password, and goes on to consent. The browser gets a new token; the one before counts no more. */
export async function takeSignIn(visit: Visit): Promise<PageAnswer> {
  const { asked } = await readVisit(visit);
  if ("redirectTo" in asked) return asked;
  const { email = "", password = "" } = visit.form;
  if (!isOwnForm(visit, "sign-in")) return showSignIn(visit, asked, { problem: STALE, status: 403, email });
  try {
    const { device, address } = visit;
    const keeps = await signIn({ email, password, device, address });
    if (visit.session !== undefined) await endSession(visit.session);
    return { redirectTo: addressIn(visit, "authorize"), keeps };
  } catch (error) {
    if (!(error instanceof Failure && SHOWN.has(error.code))) throw error;
    const { code, message: problem, headers } = error;
    return showSignIn(visit, asked, { problem, status: FAILURES[code].status, headers, email });
  }
}
