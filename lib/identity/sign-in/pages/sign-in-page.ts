import type { PageParts } from "#lib/entry/pages/document.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formHtml } from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";

interface SignInPage {
  /** Name of the application for which the user signs in; undefined for the account page. */
  clientName: string | undefined;
  /** Email address of a signed-in user who must sign in again, because the sign-in is too old to allow new access. */
  repeatedFor?: string | undefined;
  /** The form for email address and password, if password sign-in is enabled. */
  password: FormParts | undefined;
  /** The operator's OpenID provider, if there is one. */
  provider: (FormParts & { name: string }) | undefined;
  /** Why the last sign-in failed, and the email address that was entered. */
  notice: Notice | undefined;
  /** The host that the address bar shows. */
  host: string;
}

/** The page with the forms to sign in with a password, or at the operator's OpenID provider. */
export const signInPage = (page: SignInPage): PageParts => ({
  title: page.notice?.kind === "problem" ? "Sign-in failed" : "Sign in",
  main: html`<h1>Sign in</h1>
<p class="quiet">${page.clientName === undefined ? "to manage your account" : html`to continue to <bdi>${page.clientName}</bdi>`}</p>
${page.repeatedFor !== undefined && html`<p class="note">You signed in more than ten minutes ago. Sign in again to give an application new access.</p>`}
${noticeHtml(page.notice)}
${page.password && passwordForm(page, page.password)}
${page.provider && providerForm(page.provider, page.password === undefined)}`,
  ...(page.password && {
    footer: html`<p>Enter your password only on ${page.host}.</p>`,
  }),
});

function passwordForm({ notice, repeatedFor }: SignInPage, form: FormParts): Html {
  const email = notice?.email ?? repeatedFor;
  const described = notice?.kind === "problem" && html` aria-describedby="problem"`;
  return formHtml(
    form,
    html`<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${email === undefined && html` autofocus`}${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${email !== undefined && html` autofocus`}${described}>
<button class="submit">Sign in</button>`,
  );
}

const providerForm = ({ name, ...form }: FormParts & { name: string }, isOnly: boolean): Html =>
  formHtml(
    form,
    html`<button class="submit${!isOnly && " plain"}">Continue with <bdi>${name}</bdi></button>`,
  );
