import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { BookmarkItem } from "./entity.ts";

export type Bookmark = Stored<typeof BookmarkItem>;

/** Milliseconds after which a bookmark is read again: it never changes, but there may be newer ones. */
const FRESH = 60_000;
const MOST_KEPT = 500;
const bookmarks = perService(
  () => new BoundedCache<string, { bookmark: Bookmark; readAt: number }>(MOST_KEPT),
);

/** The bookmark a warm function has read of a host: that before which `ordinal` bookings lie, or the last one. */
export function keptBookmark(userId: number, which: number | "last"): Bookmark | undefined {
  const found = bookmarks().get(`${userId} ${which}`);
  return found && now() - found.readAt < FRESH ? found.bookmark : undefined;
}

/** Keeps a bookmark, if there is one. */
export function keepBookmark(bookmark: Bookmark | undefined, which: number | "last"): void {
  if (bookmark) bookmarks().set(`${bookmark.userId} ${which}`, { bookmark, readAt: now() });
}
