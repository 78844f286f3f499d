import type { Caller, UserRole } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { changeRights } from "./change-rights.ts";

/** Makes a user a system admin or an ordinary user. All their credentials change immediately. */
export async function setRole(caller: Caller, userId: number, role: UserRole): Promise<Account> {
  requireSystemAdmin(caller);
  return changeRights(userId, { role });
}
