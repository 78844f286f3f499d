import { BookmarkItem } from "#lib/bookings/entity.ts";
import { BookingKeyItem } from "#lib/bookings/projections.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { remove } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { writeOne } from "#lib/table/write.ts";

/** Rebuilds the bookmarks of a host from the bookings, and returns how many were wrong. */
export async function recountHost(userId: number): Promise<number> {
  const bookings = await queryAll(BookingKeyItem, { userId }, { attributesOfSchema: true });
  const wrong = await dropWrongBookmarks(
    userId,
    bookings.map(({ id }) => id),
  );
  await writeBookmarks(userId);
  return wrong;
}

/** Removes the bookmarks from the first wrong one on; those before it stay. */
async function dropWrongBookmarks(userId: number, ids: readonly number[]): Promise<number> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const wrong = bookmarks.findIndex(
    (bookmark) =>
      String(ids.slice(bookmark.ordinal, bookmark.ordinal + bookmark.ids.length)) !== String(bookmark.ids),
  );
  const dropped = wrong < 0 ? [] : bookmarks.slice(wrong).toReversed();
  for (const { ordinal } of dropped) await writeOne(remove(BookmarkItem, { userId, ordinal }));
  return dropped.length;
}
