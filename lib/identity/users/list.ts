import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { enumerateAll } from "#lib/storage/table/enumerate.ts";
import { type Account, accountOf } from "./account.ts";
import { UserItem } from "./entity.ts";

/** Lists all users by id. */
export async function listUsers(caller: Caller): Promise<Account[]> {
  requireSystemAdmin(caller);
  return (await enumerateAll(UserItem, "user")).map(accountOf);
}
