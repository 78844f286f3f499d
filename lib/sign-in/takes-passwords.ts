import { setting } from "#lib/platform/env.ts";

/** Whether users may sign in with a password; the operator may leave that to an OpenID provider alone. */
export const takesPasswords = (): boolean => setting("PASSWORD_SIGN_IN") !== "0";
