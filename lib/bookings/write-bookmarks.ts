import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { FROZEN_AFTER, isFreezePaused, isFrozen } from "#lib/storage/lists/frozen.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import type { TimerSetting } from "#lib/storage/timers/timer.ts";
import {
  BOOKMARK_SIZE,
  type Bookmark,
  countBookmarked,
  findLastBookmark,
  rangeAfterBookmark,
} from "./bookings-of-host.ts";
import { BookmarkItem } from "./entity.ts";
import { BookingKeyItem } from "./projections.ts";

/** The timer that writes the bookmarks of a host's new bookings. */
export const BookmarkTimer = z.object({ timer: z.literal("bookmarks"), userId: z.int() });
export type BookmarkTimer = z.output<typeof BookmarkTimer>;

/** Creates the setting of the timer of a host: when all its present bookings are frozen, also if no other booking follows. */
export const bookmarkTimer = (userId: number): TimerSetting<BookmarkTimer> => ({
  timer: { timer: "bookmarks", userId },
  group: String(userId),
  at: new Date(now() + FROZEN_AFTER).toISOString(),
});

/** Writes the bookmarks of a host, unless an import may still add old bookings; it writes them itself at its end. */
export async function runBookmarkTimer({ userId }: BookmarkTimer): Promise<void> {
  if (!(await isFreezePaused())) await writeBookmarks(userId);
}

/**
 * Writes the bookmarks that a host's list can have by now. They contain only frozen bookings, to which none can be added, so concurrent and
 * repeated calls write the same bookmarks.
 */
export async function writeBookmarks(userId: number): Promise<void> {
  let next = await nextBookmark(userId, await findLastBookmark(userId));
  while (next) {
    await writeOnce(next);
    next = await nextBookmark(userId, next);
  }
}

async function nextBookmark(userId: number, last: Bookmark | undefined): Promise<Bookmark | undefined> {
  const bookings: Stored<typeof BookingKeyItem>[] = [];
  const range = { ...rangeAfterBookmark(last), attributesOfSchema: true, limit: BOOKMARK_SIZE };
  for await (const page of queryPages(BookingKeyItem, { userId }, range)) {
    bookings.push(...page);
    if (bookings.length >= BOOKMARK_SIZE) break;
  }
  const newest = bookings[BOOKMARK_SIZE - 1];
  if (!newest || !isFrozen(newest)) return undefined;
  return {
    userId,
    ordinal: countBookmarked(last),
    ids: bookings.slice(0, BOOKMARK_SIZE).map(({ id }) => id),
  };
}

async function writeOnce(bookmark: Bookmark): Promise<void> {
  await ignoreFailedCondition(writeOne(put(BookmarkItem, bookmark)));
}
