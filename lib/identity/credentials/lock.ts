import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { changeRights } from "./change-rights.ts";

/** Locks or unlocks a user and all their credentials, immediately. Bookings stay. */
export async function lockUser(caller: Caller, userId: number, isLocked: boolean): Promise<Account> {
  requireSystemAdmin(caller);
  return changeRights(userId, { isLocked });
}
