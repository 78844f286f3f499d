import { ensureBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { addressOf, formFor, isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import type { PageAnswer } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { parseNewPassword } from "#lib/identity/sign-in/new-password.ts";
import { ACCOUNT } from "#lib/identity/sign-in/pages/addresses.ts";
import { noticeFromFailure } from "#lib/identity/sign-in/pages/notice-from-failure.ts";
import { RESET } from "./create.ts";
import { getResetLink } from "./get.ts";
import { passwordChangedPage, resetPage } from "./reset-page.ts";
import { resetPassword } from "./reset-password.ts";

/** Shows the form for a new password. Does not use the link, because mail scanners open links, too. */
export async function showReset(visit: Visit): Promise<PageAnswer> {
  const { query, notice, baseUrl } = visit;
  if (query["changed"]) return { page: passwordChangedPage(addressOf({ baseUrl, query: {} }, ACCOUNT)) };
  const { user } = await getResetLink(tokenOf(visit));
  const { browserToken, ...cookies } = ensureBrowserToken(visit);
  const form = formFor(visit, RESET, browserToken);
  return { page: resetPage({ form, email: user.email, notice, host: new URL(baseUrl).host }), ...cookies };
}

/**
 * Sets the new password, or redirects to the form with the reason why not. The browser counts as known afterwards, so that failed sign-ins
 * of others do not lock out its user (ADR 0016).
 */
export async function submitReset(visit: Visit): Promise<PageAnswer> {
  const redirectTo = addressOf(visit, RESET);
  if (!isOwnForm(visit, RESET)) return rejectForm(redirectTo);
  const { form_token: formToken = "", password: first, repeated } = visit.form;
  let password: string;
  try {
    password = parseNewPassword(first, repeated);
  } catch (error) {
    return { redirectTo, notice: noticeFromFailure(error) };
  }
  const user = await resetPassword({ token: tokenOf(visit), password, formToken });
  const device = await rememberDevice(user);
  return { redirectTo: addressOf({ ...visit, query: { changed: ["1"] } }, RESET), cookies: { device } };
}

const tokenOf = ({ query }: Visit): string => query["token"]?.[0] ?? "";
