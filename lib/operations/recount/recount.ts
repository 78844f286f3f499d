import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { recountTallies } from "#lib/storage/lists/write-tallies.ts";
import { enumeratePages } from "#lib/storage/table/enumerate.ts";
import { recountHost } from "./recount-host.ts";

/** The hosts that a recount checked, and the wrong bookmarks and tallies that it corrected. */
export interface Recount {
  hosts: number;
  bookmarks: number;
  tallies: number;
}

/**
 * Rebuilds the bookmarks of bookings and the counts of all lists from the listed items: if they may be wrong, or after items were written
 * without the service. The service can be used at the same time.
 */
export async function recountLists(caller: Caller): Promise<Recount> {
  requireSystemAdmin(caller);
  const recount = { hosts: 0, bookmarks: 0, tallies: 0 };
  for await (const users of enumeratePages(UserItem, "user"))
    for (const { id } of users) {
      recount.bookmarks += await recountHost(id);
      recount.hosts += 1;
    }
  for (const kind of LIST_KINDS) recount.tallies += await recountTallies(kind);
  return recount;
}
