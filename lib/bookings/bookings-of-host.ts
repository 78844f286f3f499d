import { type HostKind, listOfHostElements } from "#lib/lists/list-of-host-elements.ts";
import type { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import { primaryKey, type Stored } from "#lib/table/entity.ts";
import { countItems, queryOnce, type Range } from "#lib/table/query.ts";
import { getItem, getItems, itemRequest, queryEither } from "#lib/table/read.ts";
import { BookingItem, BookingPointer, BookmarkItem, type StoredBooking } from "./entity.ts";
import { type FilterableBooking, FilterableBookingItem } from "./projections.ts";

type Pointer = Stored<typeof BookingPointer>;

/**
 * The bookings of one host, page by page, also those in the partition of another host. One round trip a page, and one more for a page with
 * pointers.
 */
export async function* queryBookingsOfHost(
  userId: number,
  range: Range = {},
): AsyncGenerator<StoredBooking[]> {
  for await (const page of queryEither([BookingItem, BookingPointer], { userId }, range))
    yield await followPointers(page, (keys) => getItems(keys.map((key) => itemRequest(BookingItem, key))));
}

/** Like {@link queryBookingsOfHost}, but only what bookings are filtered and sorted by. */
export async function* queryFilterableBookingsOfHost(userId: number): AsyncGenerator<FilterableBooking[]> {
  const range = { attributesOfSchema: true };
  for await (const page of queryEither([FilterableBookingItem, BookingPointer], { userId }, range))
    yield await followPointers(page, (keys) =>
      getItems(
        keys.map((key) => itemRequest(FilterableBookingItem, key)),
        range,
      ),
    );
}

/** Replaces pointers by the bookings they point to. */
async function followPointers<T extends object>(
  page: readonly (T | Pointer)[],
  find: (keys: readonly { userId: number; id: number }[]) => Promise<readonly (T | undefined)[]>,
): Promise<T[]> {
  const keys = page.flatMap((one) => (isPointer(one) ? [{ userId: one.hostId, id: one.id }] : []));
  const found = keys.length > 0 ? await find(keys) : [];
  let next = 0;
  return page.flatMap((one) => (isPointer(one) ? (found[next++] ?? []) : [one]));
}

const isPointer = (one: object): one is Pointer => "hostId" in one;

const OwnBookings: HostKind<StoredBooking> = {
  entity: BookingItem,
  pagesOf: queryBookingsOfHost,
};

/** The bookings of one host by id. A page far from the start costs like the first one (ADR 0010). */
export function listBookingsOfHost(userId: number, order: Order): ListSource<StoredBooking> {
  const index = new HostIndex(userId);
  const idFromEnd = async (n: number): Promise<number | undefined> => {
    const total = await index.count();
    return n > total ? undefined : index.idOf(total - n + 1);
  };
  const idOf = order === "asc" ? (n: number) => index.idOf(n) : idFromEnd;
  return listOfHostElements(OwnBookings, { userId, order }, { count: () => index.count(), idOf });
}

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

  /** How many there are, exactly: one round trip, two for a host whose bookmarks are not cached. */
  count(): Promise<number> {
    this.#total ??= this.#count();
    return this.#total;
  }

  /**
   * The id of the n-th booking, from 1; undefined when there are fewer. No round trip if its bookmark is cached, otherwise
   * one, or two far behind the bookmarks.
   */
  async idOf(n: number): Promise<number | undefined> {
    if (n > LARGEST_ID) return undefined;
    const ordinal = Math.floor((n - 1) / BOOKMARKED) * BOOKMARKED;
    const kept = keptBookmark(this.#userId, ordinal);
    // The bookmarks of a host are read once and then cached; a host without bookmarks needs only this.
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
