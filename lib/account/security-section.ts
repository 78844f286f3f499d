import { type Html, html } from "#lib/entry/pages/html.ts";
import { formHtml } from "#lib/entry/pages/html-forms.ts";
import type { AccountPage } from "./account-parts.ts";
import { CHANGE_PASSWORD, SIGN_OUT_EVERYWHERE } from "./paths.ts";

/** The form that changes the password, if the user has one that the service accepts. */
export const passwordSection = ({ form, user, isPasswordSignInEnabled }: AccountPage): Html | false =>
  isPasswordSignInEnabled &&
  user.passwordHash !== null &&
  html`<section aria-labelledby="password">
<h2 id="password">Password</h2>
<p class="quiet">A new password signs you out in all other browsers.</p>
${formHtml(
  form(CHANGE_PASSWORD),
  html`<input type="text" name="username" autocomplete="username" value="${user.email}" readonly hidden>
<div class="fields">
<div><label for="current">Current password</label>
<input id="current" name="current_password" type="password" autocomplete="current-password" maxlength="1024" required></div>
<div><label for="new">New password</label>
<input id="new" name="new_password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required aria-describedby="rule"></div>
<div><label for="again">New password again</label>
<input id="again" name="new_password_again" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required></div>
</div>
<p class="quiet small" id="rule">At least 8 characters.</p>
<button class="submit">Change password</button>`,
)}
</section>`;

/** The form that ends all sessions. */
export const sessionsSection = ({ form }: AccountPage): Html => html`<section aria-labelledby="sessions">
<h2 id="sessions">Sign out everywhere</h2>
<p>This signs you out in every browser, also in this one. It does not revoke API keys or the access of applications: revoke them above.</p>
${formHtml(form(SIGN_OUT_EVERYWHERE), html`<button class="plain submit">Sign out everywhere</button>`)}
</section>`;
