import { BookmarkItem } from "#lib/bookings/entity.ts";
import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { BookingKeyItem } from "#lib/bookings/projections.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { recountTallies } from "#lib/storage/lists/write-tallies.ts";
import { enumeratePages } from "#lib/storage/table/enumerate.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/** The hosts that a recount checked, and the wrong bookmarks and tallies that it corrected. */
interface Recount {
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

/** Rebuilds the bookmarks of a host from the bookings. Returns how many were wrong. */
export async function recountHost(userId: number): Promise<number> {
  const bookings = await queryAll(BookingKeyItem, { userId }, { attributesOfSchema: true });
  const wrong = await deleteWrongBookmarks(
    userId,
    bookings.map(({ id }) => id),
  );
  await writeBookmarks(userId);
  return wrong;
}

/** Deletes the first wrong bookmark and all after it, because each one depends on those before it. Returns how many. */
async function deleteWrongBookmarks(userId: number, ids: readonly number[]): Promise<number> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const firstWrong = bookmarks.findIndex(
    (bookmark) =>
      String(ids.slice(bookmark.ordinal, bookmark.ordinal + bookmark.ids.length)) !== String(bookmark.ids),
  );
  const deleted = firstWrong < 0 ? [] : bookmarks.slice(firstWrong).toReversed();
  for (const { ordinal } of deleted) await writeOne(remove(BookmarkItem, { userId, ordinal }));
  return deleted.length;
}
