import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { endSessions } from "#lib/identity/sign-in/session.ts";
import { SIGN_OUT_EVERYWHERE } from "./paths.ts";
import { submitForm } from "./submit-form.ts";

/** Ends all sessions of the user, in this browser, too. Only this browser counts as known afterwards (ADR 0016). */
export const submitSignOutEverywhere = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, SIGN_OUT_EVERYWHERE, async ({ user }) => {
    const device = await rememberDevice(await endSessions(user.id));
    return { done: "You are signed out in every browser.", cookies: { session: null, device } };
  });
