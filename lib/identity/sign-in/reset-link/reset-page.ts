import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";

interface ResetPage {
  form: FormParts;
  email: string;
  /** What was wrong with the form that was sent before. */
  notice: Notice | undefined;
  /** The host that the address bar shows. */
  host: string;
}

/** The form for a new password. The hidden email address is for password managers. */
export const resetPage = ({ form, email, notice, host }: ResetPage): PageParts => ({
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
  footer: html`<p>You will be signed out everywhere. Enter your password only on ${host}.</p>`,
});

/** Confirms that the new password is set, and links to the account page, which shows the sign-in form. */
export const passwordChangedPage = (account: string): PageParts => ({
  title: "Password changed",
  main: html`<h1>Your password was changed</h1>
<p>All your sessions have ended. Applications that you allowed before still have access.</p>
<p class="submit"><a class="button" href="${account}">Sign in</a></p>`,
});
