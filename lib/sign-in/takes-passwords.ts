import { Failure } from "#lib/failures.ts";
import { setting } from "#lib/platform/env.ts";

/** Whether users may sign in with a password; the operator may leave that to an OpenID provider alone. */
export const takesPasswords = (): boolean => setting("PASSWORD_SIGN_IN") !== "0";

/** @throws {Failure} `forbidden` if users can sign in only at the operator's OpenID provider */
export function requirePasswordSignIn(): void {
  if (!takesPasswords()) throw new Failure("forbidden", "Password sign-in is disabled.");
}
