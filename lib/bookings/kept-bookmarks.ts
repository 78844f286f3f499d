import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { BookmarkItem } from "./entity.ts";

export type Bookmark = Stored<typeof BookmarkItem>;

/** Milliseconds after which a bookmark is read again: it never changes, but there may be newer ones. */
const FRESH = 60_000;
const MOST_KEPT = 500;
const bookmarks = perService(() => new Map<string, { bookmark: Bookmark; readAt: number }>());

/** The bookmark a warm function has read of a host: that before which `ordinal` bookings lie, or the last one. */
export function keptBookmark(userId: number, which: number | "last"): Bookmark | undefined {
  const found = bookmarks().get(`${userId} ${which}`);
  return found && now() - found.readAt < FRESH ? found.bookmark : undefined;
}

/** Keeps a bookmark, if there is one. */
export function keepBookmark(bookmark: Bookmark | undefined, which: number | "last"): void {
  if (!bookmark) return;
  const kept = bookmarks();
  const key = `${bookmark.userId} ${which}`;
  kept.delete(key);
  kept.set(key, { bookmark, readAt: now() });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
