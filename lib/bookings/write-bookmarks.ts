import { isSealed } from "#lib/lists/sealed.ts";
import { put } from "#lib/table/operations.ts";
import { getItem, queryOnce } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { BOOKMARKED, behindBookmark, bookmarkedUpTo, lastBookmark } from "./bookmarks.ts";
import { BookingItem, BookingMark, BookmarkItem } from "./entity.ts";
import type { Bookmark } from "./kept-bookmarks.ts";

/**
 * Writes the bookmarks a host's list has become ready for. What is sealed never changes, so whoever writes a bookmark
 * writes the same one: doing it twice, or two at the same time, is harmless.
 */
export async function writeBookmarks(userId: number): Promise<void> {
  let next = await bookmarkAfter(userId, await lastBookmark(userId));
  while (next) {
    await writeOnce(next);
    next = await bookmarkAfter(userId, next);
  }
}

async function bookmarkAfter(userId: number, last: Bookmark | undefined): Promise<Bookmark | undefined> {
  const marks = await queryOnce(BookingMark, { userId }, { ...behindBookmark(last), limit: BOOKMARKED });
  const newest = marks[BOOKMARKED - 1];
  const booking = newest && (await getItem(BookingItem, newest));
  if (!booking || !isSealed(booking)) return undefined;
  return { userId, ordinal: bookmarkedUpTo(last), ids: marks.map(({ id }) => id) };
}

async function writeOnce(bookmark: Bookmark): Promise<void> {
  try {
    await write(put(BookmarkItem, bookmark));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
