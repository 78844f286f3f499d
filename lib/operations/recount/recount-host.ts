import { BookmarkItem } from "#lib/bookings/entity.ts";
import { BookingKeyItem } from "#lib/bookings/projections.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";

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
