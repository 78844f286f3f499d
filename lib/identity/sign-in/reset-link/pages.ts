import { ensureBrowserToken } from "#lib/entry/pages/browser-token.ts";
import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";
import {
  addressOf,
  type FormParts,
  formFor,
  formHtml,
  isOwnForm,
  rejectForm,
} from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { parseNewPassword } from "#lib/identity/sign-in/change-password.ts";
import { rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { ACCOUNT } from "#lib/identity/sign-in/pages/addresses.ts";
import { noticeFromFailure } from "#lib/identity/sign-in/pages/notice-from-failure.ts";
import { RESET } from "./create.ts";
import { getResetLink, resetPassword } from "./reset-password.ts";

/** Shows the form for a new password. Does not use the link, because mail scanners open links, too. */
export async function showReset(visit: Visit): Promise<PageResponse> {
  const { query, notice, baseUrl } = visit;
  if (query["changed"]) return { page: passwordChangedPage(addressOf({ baseUrl, query: {} }, ACCOUNT)) };
  const { user } = await getResetLink(tokenOf(visit));
  const { browserToken, ...cookies } = ensureBrowserToken(visit);
  const form = formFor(visit, RESET, browserToken);
  return { page: resetPage({ form, email: user.email, notice, apiHost: new URL(baseUrl).host }), ...cookies };
}

/**
 * Sets the new password, or redirects to the form with the reason why not. The browser counts as known afterwards, so that failed sign-ins
 * of others do not lock out its user (ADR 0016).
 */
export async function submitReset(visit: Visit): Promise<PageResponse> {
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

interface ResetPage {
  form: FormParts;
  email: string;
  /** What was wrong with the form that was sent before. */
  notice: Notice | undefined;
  /** The host that the address bar shows. */
  apiHost: string;
}

/** The form for a new password. The hidden email address is for password managers. */
const resetPage = ({ form, email, notice, apiHost }: ResetPage): PageParts => ({
  title: notice === undefined ? "Set a new password" : "The password was not changed",
  main: html`<h1>Set a new password</h1>
<p class="quiet">for <bdi>${email}</bdi></p>
${noticeHtml(notice)}
${formHtml(
  form,
  html`<input hidden type="email" autocomplete="username" value="${email}" readonly>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required autofocus aria-describedby="rule${notice && " problem"}">
<p class="quiet small" id="rule">At least 8 characters. Use a long one, and use it only here.</p>
<label for="repeated">Repeat the new password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required>
<button class="submit">Set password</button>`,
)}`,
  footer: html`<p>You will be signed out everywhere. Enter your password only on ${apiHost}.</p>`,
});

/** Confirms that the new password is set, and links to the account page, which shows the sign-in form. */
const passwordChangedPage = (account: string): PageParts => ({
  title: "Password changed",
  main: html`<h1>Your password was changed</h1>
<p>All your sessions have ended. Applications that you allowed before still have access.</p>
<p class="submit"><a class="button" href="${account}">Sign in</a></p>`,
});
