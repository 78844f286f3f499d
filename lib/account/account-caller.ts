import type { Caller } from "#lib/caller.ts";

/**
 * A user on the account page. System admins and admins of organizations have the rights of ordinary users there, so that the page shows
 * and changes only what is their own.
 */
export const accountCaller = (userId: number): Caller => ({
  userId,
  role: "USER",
  scopes: "all",
  credentialId: "session",
});
