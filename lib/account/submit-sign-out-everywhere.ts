import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { endSessions } from "#lib/sign-in/end-sessions.ts";
import { SIGN_OUT_EVERYWHERE } from "./paths.ts";
import { submitForm } from "./submit-form.ts";

/** Ends all sessions of the user, in this browser, too. */
export const submitSignOutEverywhere = (visit: Visit): Promise<PageAnswer> =>
  submitForm(visit, SIGN_OUT_EVERYWHERE, async ({ user }) => {
    await endSessions(user.id);
    return { done: "You are signed out in every browser.", session: null };
  });
