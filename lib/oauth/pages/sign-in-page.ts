import type { PageParts } from "#lib/pages/document.ts";
import type { FormParts } from "#lib/pages/forms.ts";
import { type Html, html } from "#lib/pages/html.ts";

interface SignInPage {
  clientName: string;
  /** Where email address and password go, if they are taken. */
  password: FormParts | undefined;
  /** The operator's OpenID provider, if there is one. */
  provider: (FormParts & { name: string }) | undefined;
  /** What was typed before, when it did not do. */
  email: string | undefined;
  /** What was wrong with it. */
  problem: string | undefined;
  /** The host the reader should see in the address bar. */
  host: string;
}

/** Asks for email address and password, or leads to the operator's OpenID provider. */
export const signInPage = (page: SignInPage): PageParts => ({
  title: page.problem === undefined ? "Sign in" : "Sign-in failed",
  main: html`<h1>Sign in</h1>
<p class="quiet">to continue to <bdi>${page.clientName}</bdi></p>
${page.problem !== undefined && html`<p class="alert" role="alert" id="problem">${page.problem}</p>`}
${page.password && passwordForm(page, page.password)}
${page.provider && providerForm(page.provider, page.password === undefined)}`,
  ...(page.password && {
    footer: html`<p>Enter your password only on ${page.host}.</p>`,
  }),
});

const passwordForm = (
  { email, problem }: SignInPage,
  { action, formToken }: FormParts,
): Html => html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${email === undefined && html` autofocus`}${problem !== undefined && html` aria-describedby="problem"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${email !== undefined && html` autofocus`}${problem !== undefined && html` aria-describedby="problem"`}>
<button class="submit">Sign in</button>
</form>`;

const providerForm = (
  { action, formToken, name }: FormParts & { name: string },
  isOnly: boolean,
): Html => html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<button class="submit${!isOnly && " plain"}">Continue with <bdi>${name}</bdi></button>
</form>`;
