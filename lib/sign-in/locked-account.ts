import { Failure } from "#lib/failures.ts";

/** The failure of a user who may not sign in; told only to who has proved to be them. */
export const lockedAccount = (): Failure =>
  new Failure("user_locked", "This account is locked. Contact the operator of this service.");
