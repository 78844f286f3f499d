import type { Caller } from "#lib/access/caller.ts";
import { requireSystemAdmin } from "#lib/access/require-admin.ts";
import type { Account } from "./account.ts";
import { changeRights } from "./change-rights.ts";

/** Shuts a user out, or lets them in again; all their credentials follow at once. Their bookings stay. */
export async function lockUser(caller: Caller, userId: number, isLocked: boolean): Promise<Account> {
  requireSystemAdmin(caller);
  return changeRights(userId, { isLocked });
}
