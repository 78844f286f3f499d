import type { PageParts } from "#lib/pages/document.ts";
import { html } from "#lib/pages/html.ts";

interface SignInPage {
  clientName: string;
  /** Where the form goes. */
  action: string;
  formToken: string;
  /** What was typed before, when it did not do. */
  email: string | undefined;
  /** What was wrong with it. */
  problem: string | undefined;
  /** The host the reader should see in the address bar. */
  host: string;
}

/** Asks for email address and password. */
export const signInPage = ({
  clientName,
  action,
  formToken,
  email,
  problem,
  host,
}: SignInPage): PageParts => ({
  title: problem === undefined ? "Sign in" : "Sign in: that did not work",
  main: html`<h1>Sign in</h1>
<p class="quiet">to go on to <bdi>${clientName}</bdi></p>
${problem !== undefined && html`<p class="alert" role="alert" id="problem">${problem}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${email === undefined && html` autofocus`}${problem !== undefined && html` aria-describedby="problem"`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${email !== undefined && html` autofocus`}${problem !== undefined && html` aria-describedby="problem"`}>
<button class="submit">Sign in</button>
</form>`,
  footer: html`<p>Give your password to this page alone, at ${host}, and never to an application.</p>`,
});
