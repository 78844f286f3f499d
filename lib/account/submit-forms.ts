import type * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { addressOf, isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { deriveApiKey } from "#lib/identity/api-keys/secret.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { GrantId } from "#lib/identity/oauth/grants/schema.ts";
import { removeGrant, revokeAllGrants } from "#lib/identity/oauth/grants/writes.ts";
import { changePassword, parseNewPassword } from "#lib/identity/sign-in/change-password.ts";
import { rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { ACCOUNT } from "#lib/identity/sign-in/pages/addresses.ts";
import { noticeFromFailure } from "#lib/identity/sign-in/pages/notice-from-failure.ts";
import { endSessions, findSignIn, isRecent, type SignIn } from "#lib/identity/sign-in/session.ts";
import { runAs } from "#lib/platform/actor.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { apiKeyName, apiKeyPage } from "./account-page.ts";
import {
  ALL,
  CHANGE_PASSWORD,
  CREATE_API_KEY,
  type Expiry,
  expiryTime,
  isExpiry,
  REVOKE_ACCESS,
  REVOKE_API_KEY,
  SIGN_OUT_EVERYWHERE,
} from "./html-forms.ts";
import { accountCaller } from "./read-account.ts";

/** The signed-in user who sent a form of the account page. */
interface Sender extends SignIn {
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

/**
 * Returns a value in the query of a form. It may be invalid, because users can compute the token of a form with any query.
 *
 * @throws {Failure} `invalid_request`
 */
export function valueIn<T>({ query }: Visit, name: string, schema: z.ZodType<T>): T {
  const { data } = schema.safeParse(query[name]?.[0]);
  if (data === undefined) throw new Failure("invalid_request", "The form is not valid. Nothing was changed.");
  return data;
}

/** The address of the account page. */
const accountAddress = ({ baseUrl }: Pick<Visit, "baseUrl">): string =>
  addressOf({ baseUrl, query: {} }, ACCOUNT);

/**
 * Creates an API key and shows it in the response to the form, because it is not stored. The same form sent again shows the same key and
 * creates no second one.
 */
export const submitCreateApiKey = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CREATE_API_KEY, async ({ caller, user, session, browserToken }) => {
    if (!isRecent(session))
      throw new Failure("forbidden", "Sign in again before you create an API key. No key was created.");
    const { note, expiry } = fieldsOf(visit);
    const { form_token: formToken = "" } = visit.form;
    const { key, apiKey } = await createApiKey(caller, caller.userId, {
      note,
      expiresAt: expiryTime(expiry),
      key: deriveApiKey(browserToken, [formToken, note, expiry]),
    });
    if (!isLive(apiKey)) return { done: "This API key was created before and is revoked." };
    return { page: apiKeyPage({ key, apiKey, timeZone: user.timeZone, account: accountAddress(visit) }) };
  });

function fieldsOf({ form }: Visit): { note: string; expiry: Expiry } {
  const { name = "", expires: expiry = "" } = form;
  const note = ApiKeyCreate.shape.note.safeParse(name).data;
  if (typeof note !== "string")
    throw new Failure("invalid_request", "Enter a name of at most 200 characters. No key was created.");
  if (!isExpiry(expiry))
    throw new Failure("invalid_request", "Choose when the API key expires. No key was created.");
  return { note, expiry };
}

/** Revokes one API key. */
export const submitRevokeApiKey = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, REVOKE_API_KEY, async ({ caller }) => {
    const apiKey = await revokeApiKey(caller, caller.userId, valueIn(visit, "key", WholeNumber));
    return { done: `The API key ${apiKeyName(apiKey)} is revoked.` };
  });

/** Revokes the access of one application, or of all. */
export const submitRevokeAccess = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, REVOKE_ACCESS, async ({ caller }) => {
    const id = valueIn(visit, "grant", GrantId);
    if (id === ALL) {
      await revokeAllGrants(caller, { userId: caller.userId });
      return { done: "No application has access to your account now." };
    }
    try {
      const { client } = await removeGrant(caller, { id });
      return { done: `${client.name} no longer has access to your account.` };
    } catch (error) {
      // The form was sent twice.
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
      return { done: "The application no longer has access to your account." };
    }
  });

/** Changes the password. This browser stays signed in, all others do not. */
export const submitChangePassword = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, CHANGE_PASSWORD, async ({ user }) => {
    const { device, address, form } = visit;
    const { current_password: password = "", new_password: first, new_password_again: second } = form;
    const newPassword = parseNewPassword(first, second);
    const cookies = await changePassword(user, { password, newPassword, device, address });
    return { done: "Your password is changed. All other browsers are signed out.", cookies };
  });

/** Ends all sessions of the user, in this browser, too. Only this browser counts as known afterwards (ADR 0016). */
export const submitSignOutEverywhere = (visit: Visit): Promise<PageResponse> =>
  submitForm(visit, SIGN_OUT_EVERYWHERE, async ({ user }) => {
    const device = await rememberDevice(await endSessions(user.id));
    return { done: "You are signed out in every browser.", cookies: { session: null, device } };
  });
