import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { addressOf, formFor, isOwnForm, rejectForm } from "#lib/pages/forms.ts";
import type { PageAnswer } from "#lib/pages/page-endpoint.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { rememberDevice } from "#lib/sign-in/known-device.ts";
import { ACCOUNT } from "#lib/sign-in/pages/addresses.ts";
import { requirePasswordSignIn } from "#lib/sign-in/takes-passwords.ts";
import { Password } from "#lib/users/input.ts";
import { RESET } from "./create.ts";
import { getResetLink } from "./get.ts";
import { passwordChangedPage, resetPage } from "./reset-page.ts";
import { resetPassword } from "./reset-password.ts";

/** Shows the form for a new password. It does not use the link, because mail scanners open links, too. */
export async function showReset(visit: Visit): Promise<PageAnswer> {
  if (visit.query["changed"])
    return { page: passwordChangedPage(addressOf({ ...visit, query: {} }, ACCOUNT)) };
  requirePasswordSignIn();
  const { user } = await getResetLink(tokenOf(visit));
  const session = visit.session ?? newBrowserToken();
  const { notice, baseUrl } = visit;
  const form = formFor(visit, RESET, session);
  return {
    page: resetPage({ form, email: user.email, notice, host: new URL(baseUrl).host }),
    ...(visit.session === undefined && { keeps: { session } }),
  };
}

/**
 * Sets the new password, or returns to the form. The browser counts as known afterwards, so that failed sign-ins of others don't keep
 * its user out (ADR 0016).
 */
export async function takeReset(visit: Visit): Promise<PageAnswer> {
  requirePasswordSignIn();
  const redirectTo = addressOf(visit, RESET);
  if (!isOwnForm(visit, RESET)) return rejectForm(redirectTo);
  const { form_token: formToken = "", password = "", repeated } = visit.form;
  const text = problemOf(password, repeated);
  if (text !== undefined) return { redirectTo, notice: { kind: "problem", text } };
  const userId = await resetPassword({ token: tokenOf(visit), password, formToken });
  const device = await rememberDevice(userId);
  return { redirectTo: addressOf({ ...visit, query: { changed: ["1"] } }, RESET), keeps: { device } };
}

const tokenOf = ({ query }: Visit): string => query["token"]?.[0] ?? "";

function problemOf(password: string, repeated: string | undefined): string | undefined {
  if (!Password.safeParse(password).success) return "The password must have 8 to 1024 characters.";
  return password === repeated ? undefined : "The two passwords are different. Enter the same one twice.";
}
