import { ensureBrowserToken } from "#lib/entry/pages/browser-token.ts";
import type { PageParts } from "#lib/entry/pages/document.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { type FormParts, formFor, formHtml, isOwnForm, rejectForm } from "#lib/entry/pages/html-forms.ts";
import { type Notice, noticeHtml } from "#lib/entry/pages/notice.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { isPasswordSignInEnabled } from "#lib/identity/sign-in/password-sign-in.ts";
import { endSession } from "#lib/identity/sign-in/session.ts";
import { signIn } from "#lib/identity/sign-in/sign-in.ts";
import { setting } from "#lib/platform/env.ts";
import { PROVIDER_SIGN_IN, returnAddress, SIGN_IN, SIGN_OUT } from "./addresses.ts";
import { noticeFromFailure } from "./notice-from-failure.ts";

/** The application for which a user signs in, and other hosts to which its form may redirect. */
interface SignInFor {
  clientName?: string;
  formTargets?: readonly string[];
  /** Email address of a signed-in user who must sign in again. */
  repeatedFor?: string;
}

/** Shows the sign-in page in place of a page that requires a user. A browser without a token gets one, to which the form is bound. */
export function showSignIn(
  visit: Visit,
  { clientName, formTargets = [], repeatedFor }: SignInFor = {},
): PageResponse {
  const { browserToken, ...cookies } = ensureBrowserToken(visit);
  const providerName = setting("OIDC_NAME");
  return {
    page: signInPage({
      clientName,
      repeatedFor,
      password: isPasswordSignInEnabled() ? formFor(visit, SIGN_IN, browserToken) : undefined,
      provider:
        providerName === undefined
          ? undefined
          : { name: providerName, ...formFor(visit, PROVIDER_SIGN_IN, browserToken) },
      notice: visit.notice,
      apiHost: new URL(visit.baseUrl).host,
    }),
    formTargets,
    ...cookies,
  };
}

/**
 * Signs a user in with email address and password, and redirects to the page that requires the user. After a failure, that page shows the
 * sign-in page again. The browser gets a new token, and the old one is no longer valid.
 */
export async function submitSignIn(visit: Visit): Promise<PageResponse> {
  const redirectTo = returnAddress(visit);
  const { email = "", password = "" } = visit.form;
  if (!isOwnForm(visit, SIGN_IN)) return rejectForm(redirectTo);
  try {
    const { device, address } = visit;
    const cookies = await signIn({ email, password, device, address });
    if (visit.session !== undefined) await endSession(visit.session);
    return { redirectTo, cookies };
  } catch (error) {
    return { redirectTo, notice: { ...noticeFromFailure(error), email } };
  }
}

/** Ends the session, deletes its cookie, and redirects to a page that shows the sign-in page. */
export async function submitSignOut(visit: Visit): Promise<PageResponse> {
  const redirectTo = returnAddress(visit);
  if (visit.session === undefined || !isOwnForm(visit, SIGN_OUT)) return rejectForm(redirectTo);
  await endSession(visit.session);
  return { redirectTo, cookies: { session: null } };
}

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
  apiHost: string;
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
    footer: html`<p>Enter your password only on ${page.apiHost}.</p>`,
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
