import { countItems } from "#lib/table/count.ts";
import { primaryKey, type Stored } from "#lib/table/entity.ts";
import { getItem, queryOnce } from "#lib/table/read.ts";
import { BookingMark, BookmarkItem } from "./entity.ts";

export type Bookmark = Stored<typeof BookmarkItem>;

/** Bookings of one bookmark. */
export const BOOKMARKED = 500;
/** Bookings counted beside the search for bookmarks: a host with fewer has none, and is counted with that. */
const FEW = 1_000;
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

/** What lies behind a bookmark; all of a host's marks without one. */
export function behindBookmark(bookmark: Bookmark | undefined): { after?: string } {
  const id = bookmark?.ids.at(-1);
  return bookmark === undefined || id === undefined
    ? {}
    : { after: primaryKey(BookingMark, { userId: bookmark.userId, id }).sk };
}

/** The bookings of one host, counted and numbered in the order of their ids. */
export class HostIndex {
  readonly #userId: number;
  #last: Promise<Bookmark | undefined> | undefined;
  #total: Promise<number> | undefined;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** How many there are, exactly: one round trip for a host without bookmarks, else two. */
  count(): Promise<number> {
    this.#total ??= this.#count();
    return this.#total;
  }

  /** The id of the n-th booking, from 1; undefined when there are fewer. One round trip, two behind the bookmarks. */
  async idOf(n: number): Promise<number | undefined> {
    if (n > LARGEST_ID) return undefined;
    const ordinal = Math.floor((n - 1) / BOOKMARKED) * BOOKMARKED;
    const userId = this.#userId;
    const [bookmark, last] = await Promise.all([
      getItem(BookmarkItem, { userId, ordinal }),
      this.#lastBookmark(),
    ]);
    if (bookmark) return bookmark.ids[n - 1 - ordinal];
    const most = n - bookmarkedUpTo(last);
    const counted = await countItems(BookingMark, { userId }, { ...behindBookmark(last), most });
    return counted.last === undefined ? undefined : Number(counted.last.slice("BX#".length));
  }

  async #count(): Promise<number> {
    const userId = this.#userId;
    const [last, few] = await Promise.all([
      this.#lastBookmark(),
      countItems(BookingMark, { userId }, { most: FEW }),
    ]);
    if (!last && few.count < FEW) return few.count;
    const { count } = await countItems(BookingMark, { userId }, behindBookmark(last));
    return bookmarkedUpTo(last) + count;
  }

  #lastBookmark(): Promise<Bookmark | undefined> {
    this.#last ??= lastBookmark(this.#userId);
    return this.#last;
  }
}
