import { countItems } from "#lib/table/count.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { getItem, queryOnce } from "#lib/table/read.ts";
import { BookingItem, BookmarkItem } from "./entity.ts";
import { type Bookmark, keepBookmark, keptBookmark } from "./kept-bookmarks.ts";

/** Bookings of one bookmark. */
export const BOOKMARKED = 100;
/** Bookings counted beside the search for bookmarks: a host with fewer has none, and is counted with that. */
const FEW = 2 * BOOKMARKED;
/** Ids have at most ten digits, and a list has no more elements. */
const LARGEST_ID = 9_999_999_999;

/** The newest bookmark of a host, if it has any yet. */
export async function lastBookmark(userId: number): Promise<Bookmark | undefined> {
  const [bookmark] = await queryOnce(BookmarkItem, { userId }, { reverse: true, limit: 1 });
  return bookmark;
}

/** How many bookings the bookmarks up to this one hold. */
export const bookmarkedUpTo = (bookmark: Bookmark | undefined): number =>
  bookmark === undefined ? 0 : bookmark.ordinal + bookmark.ids.length;

/** The range of bookings after a bookmark; without one, all of a host's bookings. */
export function behindBookmark(bookmark: Bookmark | undefined): { after?: string } {
  const id = bookmark?.ids.at(-1);
  return bookmark === undefined || id === undefined
    ? {}
    : { after: primaryKey(BookingItem, { userId: bookmark.userId, id }).sk };
}

/** The bookings of one host, counted and numbered in the order of their ids. */
export class HostIndex {
  readonly #userId: number;
  #last: Promise<Bookmark | undefined> | undefined;
  #total: Promise<number> | undefined;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** How many there are, exactly: one round trip, two for a host whose bookmarks are not at hand. */
  count(): Promise<number> {
    this.#total ??= this.#count();
    return this.#total;
  }

  /**
   * The id of the n-th booking, from 1; undefined when there are fewer. No round trip when its bookmark is at hand, else
   * one, or two far behind the bookmarks.
   */
  async idOf(n: number): Promise<number | undefined> {
    if (n > LARGEST_ID) return undefined;
    const ordinal = Math.floor((n - 1) / BOOKMARKED) * BOOKMARKED;
    const kept = keptBookmark(this.#userId, ordinal);
    // Of a host with bookmarks it is read once and then at hand; of any other this is all it takes.
    if (!kept && n <= FEW && !keptBookmark(this.#userId, "last")) return this.#idBehind(undefined, n);
    const bookmark = kept ?? (await this.#readBookmark(ordinal));
    return bookmark ? bookmark.ids[n - 1 - ordinal] : this.#idBehind(await this.#lastBookmark(), n);
  }

  async #count(): Promise<number> {
    const userId = this.#userId;
    const isKept = keptBookmark(userId, "last") !== undefined;
    const [last, few] = await Promise.all([
      this.#lastBookmark(),
      isKept ? undefined : countItems(BookingItem, { userId }, { most: FEW }),
    ]);
    if (!last && few && few.count < FEW) return few.count;
    const { count } = await countItems(BookingItem, { userId }, behindBookmark(last));
    return bookmarkedUpTo(last) + count;
  }

  async #readBookmark(ordinal: number): Promise<Bookmark | undefined> {
    const userId = this.#userId;
    const [bookmark] = await Promise.all([getItem(BookmarkItem, { userId, ordinal }), this.#lastBookmark()]);
    keepBookmark(bookmark, ordinal);
    return bookmark;
  }

  async #idBehind(last: Bookmark | undefined, n: number): Promise<number | undefined> {
    const most = n - bookmarkedUpTo(last);
    const { last: key } = await countItems(
      BookingItem,
      { userId: this.#userId },
      { ...behindBookmark(last), most },
    );
    return key === undefined ? undefined : Number(key.slice("B#".length));
  }

  #lastBookmark(): Promise<Bookmark | undefined> {
    this.#last ??= this.#readLast();
    return this.#last;
  }

  async #readLast(): Promise<Bookmark | undefined> {
    const known = keptBookmark(this.#userId, "last");
    if (known) return known;
    const last = await lastBookmark(this.#userId);
    keepBookmark(last, "last");
    return last;
  }
}
