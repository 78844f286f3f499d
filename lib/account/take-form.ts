import type { Caller } from "#lib/caller.ts";
import { addressOf, isOwnForm, rejectForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { runAs } from "#lib/platform/actor.ts";
import { ACCOUNT } from "#lib/sign-in/pages/addresses.ts";
import { noticeOf } from "#lib/sign-in/pages/notice-of.ts";
import { findSession, type Session, userOfSession } from "#lib/sign-in/session.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import { accountCaller } from "./account-caller.ts";

/** Who sends a form of the account page. */
export interface Sender {
  caller: Caller;
  user: Stored<typeof UserItem>;
  session: Session;
  /** The token of the session. */
  browserToken: string;
}

/** What a form did, in one sentence for the page that follows, or an answer of its own. */
type Outcome = { done: string; session?: string | null } | Extract<PageAnswer, { page: unknown }>;

/**
 * Takes a form of the account page, in the name of its user, and leads back to the page, which says what was done or what is wrong. A
 * form that is not this browser's own does nothing; without a session the page asks to sign in.
 */
export async function takeForm(
  visit: Visit,
  path: string,
  run: (sender: Sender) => Promise<Outcome>,
): Promise<PageAnswer> {
  const redirectTo = accountAddress(visit);
  const { session: browserToken = "" } = visit;
  if (!isOwnForm(visit, path)) return rejectForm(redirectTo);
  const session = await findSession(browserToken);
  const user = session && (await userOfSession(session));
  if (!user) return { redirectTo };
  const caller = accountCaller(user.id);
  try {
    const outcome = await runAs(caller, () => run({ caller, user, session, browserToken }));
    if ("page" in outcome) return outcome;
    const { done, session: next } = outcome;
    return {
      redirectTo,
      notice: { kind: "done", text: done },
      ...(next !== undefined && { keeps: { session: next } }),
    };
  } catch (error) {
    return { redirectTo, notice: noticeOf(error) };
  }
}

/** The address of the account page. */
export const accountAddress = ({ baseUrl }: Pick<Visit, "baseUrl">): string =>
  addressOf({ baseUrl, query: {} }, ACCOUNT);
