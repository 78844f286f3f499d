import * as z from "zod";
import { BookingItem, BookingMark, BookmarkItem } from "#lib/bookings/entity.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { entity } from "#lib/table/entity.ts";
import { put, remove } from "#lib/table/operations.ts";
import { getItem, queryAll } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";

/** Ids of stored bookings; nothing else of them is carried. */
const IdOfBooking = entity({
  name: BookingItem.name,
  key: BookingItem.key,
  schema: z.object({ userId: z.int(), id: z.int() }),
});

/** Makes the marks and bookmarks of a host anew from the bookings, and answers how many were wrong. */
export async function recountHost(userId: number): Promise<{ marks: number; bookmarks: number }> {
  const bookings = await queryAll(IdOfBooking, { userId }, { attributesOfSchema: true });
  const ids = bookings.map(({ id }) => id);
  const marks = await correctMarks(userId, new Set(ids));
  const bookmarks = await dropWrongBookmarks(userId, ids);
  await writeBookmarks(userId);
  return { marks, bookmarks };
}

async function correctMarks(userId: number, ids: ReadonlySet<number>): Promise<number> {
  const marked = new Set((await queryAll(BookingMark, { userId })).map(({ id }) => id));
  const missing = [...ids].filter((id) => !marked.has(id));
  for (const id of missing) await write(put(BookingMark, { userId, id }));
  let stray = 0;
  for (const id of [...marked].filter((each) => !ids.has(each))) {
    // Booked since the bookings were read.
    if (await getItem(BookingItem, { userId, id })) continue;
    await write(remove(BookingMark, { userId, id }));
    stray += 1;
  }
  return missing.length + stray;
}

/** Removes the bookmarks from the first wrong one on; those before it stay. */
async function dropWrongBookmarks(userId: number, ids: readonly number[]): Promise<number> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const wrong = bookmarks.findIndex(
    (bookmark) =>
      String(ids.slice(bookmark.ordinal, bookmark.ordinal + bookmark.ids.length)) !== String(bookmark.ids),
  );
  const dropped = wrong < 0 ? [] : bookmarks.slice(wrong).toReversed();
  for (const { ordinal } of dropped) await write(remove(BookmarkItem, { userId, ordinal }));
  return dropped.length;
}
