import { Failure } from "#lib/failures.ts";
import { setting } from "#lib/platform/env.ts";

/** Whether users can sign in with a password. If not, they sign in only at the operator's OpenID provider. */
export const isPasswordSignInEnabled = (): boolean => setting("PASSWORD_SIGN_IN") !== "0";

/** @throws {Failure} `forbidden` if users can sign in only at the operator's OpenID provider */
export function requirePasswordSignIn(): void {
  if (!isPasswordSignInEnabled()) throw new Failure("forbidden", "Password sign-in is disabled.");
}
