import type { Caller } from "#lib/caller.ts";
import { addressOf, isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { ACCOUNT } from "#lib/identity/sign-in/pages/addresses.ts";
import { noticeFromFailure } from "#lib/identity/sign-in/pages/notice-from-failure.ts";
import { findSignIn, type SignIn } from "#lib/identity/sign-in/session.ts";
import { runAs } from "#lib/platform/actor.ts";
import { accountCaller } from "./account-caller.ts";

/** The signed-in user who sent a form of the account page. */
export interface Sender extends SignIn {
  caller: Caller;
  /** The token of the session. */
  browserToken: string;
}

/** The result of a form: a sentence that the account page shows, or a different page. */
type Outcome =
  | { done: string; cookies?: NonNullable<PageResponse["cookies"]> }
  | Extract<PageResponse, { page: unknown }>;

/**
 * Runs the action of a form of the account page as its user, and redirects to the page, which shows the result or the failure. Rejects
 * forms of other browsers. Without a session, the redirect shows the sign-in page.
 */
export async function submitForm(
  visit: Visit,
  path: string,
  run: (sender: Sender) => Promise<Outcome>,
): Promise<PageResponse> {
  const redirectTo = accountAddress(visit);
  const { session: browserToken = "" } = visit;
  if (!isOwnForm(visit, path)) return rejectForm(redirectTo);
  const signIn = await findSignIn(browserToken);
  if (!signIn) return { redirectTo };
  const caller = accountCaller(signIn.user.id);
  try {
    const outcome = await runAs(caller, () => run({ caller, ...signIn, browserToken }));
    if ("page" in outcome) return outcome;
    const { done, ...cookies } = outcome;
    return { redirectTo, notice: { kind: "done", text: done }, ...cookies };
  } catch (error) {
    return { redirectTo, notice: noticeFromFailure(error) };
  }
}

/** The address of the account page. */
export const accountAddress = ({ baseUrl }: Pick<Visit, "baseUrl">): string =>
  addressOf({ baseUrl, query: {} }, ACCOUNT);
