import { Failure } from "#lib/failures.ts";

/** The failure of a locked user. Only for users who have authenticated, so that others do not learn of the lock. */
export const lockedAccount = (): Failure =>
  new Failure("user_locked", "This account is locked. Contact the operator of this service.");
