import { isFrozen } from "#lib/lists/frozen.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { put } from "#lib/table/operations.ts";
import { queryPages } from "#lib/table/query.ts";
import { writeOne } from "#lib/table/write.ts";
import {
  BOOKMARKED,
  type Bookmark,
  behindBookmark,
  bookmarkedUpTo,
  lastBookmark,
} from "./bookings-of-host.ts";
import { BookmarkItem } from "./entity.ts";
import { BookingKeyItem } from "./projections.ts";

/**
 * Writes the bookmarks a host's list has become ready for. Frozen bookings never change, so each call that writes a bookmark
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
  const places: Stored<typeof BookingKeyItem>[] = [];
  const range = { ...behindBookmark(last), attributesOfSchema: true, limit: BOOKMARKED };
  for await (const page of queryPages(BookingKeyItem, { userId }, range)) {
    places.push(...page);
    if (places.length >= BOOKMARKED) break;
  }
  const newest = places[BOOKMARKED - 1];
  if (!newest || !isFrozen(newest)) return undefined;
  return { userId, ordinal: bookmarkedUpTo(last), ids: places.slice(0, BOOKMARKED).map(({ id }) => id) };
}

async function writeOnce(bookmark: Bookmark): Promise<void> {
  await ignoreFailedCondition(writeOne(put(BookmarkItem, bookmark)));
}
