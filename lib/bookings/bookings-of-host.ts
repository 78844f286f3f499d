import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { now } from "#lib/platform/clock.ts";
import { perService } from "#lib/platform/per-service.ts";
import { type HostKind, listOfHostElements } from "#lib/storage/lists/list-of-host-elements.ts";
import type { Order } from "#lib/storage/lists/order.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { primaryKey, type Stored } from "#lib/storage/table/entity.ts";
import { countItems, queryOnce, type Range } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest, queryEither } from "#lib/storage/table/read.ts";
import { BookingItem, BookingPointer, BookmarkItem, type StoredBooking } from "./entity.ts";
import { LARGEST_ID } from "./identifiers.ts";
import { type FilterableBooking, FilterableBookingItem } from "./projections.ts";

type Pointer = Stored<typeof BookingPointer>;

/**
 * Bookings read in one round trip. Usually 1 MB, the most that DynamoDB returns, holds fewer. Without a limit, the local database reads the
 * rest of the partition for each page.
 */
const MAX_PER_PAGE = 1_000;

/**
 * Reads the bookings of one host, page by page, including those that are stored with another host. One round trip per page, and one more for
 * a page with pointers.
 */
export async function* queryBookingsOfHost(
  userId: number,
  range: Range = {},
): AsyncGenerator<StoredBooking[]> {
  const paged = { limit: MAX_PER_PAGE, ...range };
  for await (const page of queryEither([BookingItem, BookingPointer], { userId }, paged))
    yield await followPointers(page, (keys) => findItems(keys.map((key) => itemRequest(BookingItem, key))));
}

/** Like {@link queryBookingsOfHost}, but reads only the fields by which bookings are filtered and sorted. */
export async function* queryFilterableBookingsOfHost(userId: number): AsyncGenerator<FilterableBooking[]> {
  const range = { attributesOfSchema: true, limit: MAX_PER_PAGE };
  for await (const page of queryEither([FilterableBookingItem, BookingPointer], { userId }, range))
    yield await followPointers(page, (keys) =>
      findItems(
        keys.map((key) => itemRequest(FilterableBookingItem, key)),
        range,
      ),
    );
}

/** Replaces pointers with the bookings that they point to. */
async function followPointers<T extends object>(
  page: readonly (T | Pointer)[],
  find: (keys: readonly { userId: number; id: number }[]) => Promise<readonly (T | undefined)[]>,
): Promise<T[]> {
  const keys = page.flatMap((item) => (isPointer(item) ? [{ userId: item.hostId, id: item.id }] : []));
  const found = keys.length > 0 ? await find(keys) : [];
  let next = 0;
  return page.flatMap((item) => (isPointer(item) ? (found[next++] ?? []) : [item]));
}

const isPointer = (item: object): item is Pointer => "hostId" in item;

const OwnBookings: HostKind<StoredBooking> = {
  entity: BookingItem,
  pagesOf: queryBookingsOfHost,
};

/** Lists the bookings of one host by id. A page far from the start takes about as long as the first one (ADR 0010). */
export function listBookingsOfHost(userId: number, order: Order): ListSource<StoredBooking> {
  const index = new HostIndex(userId);
  const idFromEnd = async (n: number): Promise<number | undefined> => {
    const total = await index.count();
    return n > total ? undefined : index.idOf(total - n + 1);
  };
  const idOf = order === "asc" ? (n: number) => index.idOf(n) : idFromEnd;
  return listOfHostElements(OwnBookings, { userId, order }, { count: () => index.count(), idOf });
}

/** Number of bookings in a bookmark. */
export const BOOKMARK_SIZE = 100;

/** Finds the newest bookmark of a host. */
export async function findLastBookmark(userId: number): Promise<Bookmark | undefined> {
  const [bookmark] = await queryOnce(BookmarkItem, { userId }, { reverse: true, limit: 1 });
  return bookmark;
}

/** Counts the bookings in all bookmarks up to this one. */
export const countBookmarked = (bookmark: Bookmark | undefined): number =>
  bookmark === undefined ? 0 : bookmark.ordinal + bookmark.ids.length;

/** Returns the range of bookings after a bookmark; without one, all of a host's bookings. */
export function rangeAfterBookmark(bookmark: Bookmark | undefined): { after?: string } {
  const id = bookmark?.ids.at(-1);
  return bookmark === undefined || id === undefined
    ? {}
    : { after: primaryKey(BookingItem, { userId: bookmark.userId, id }).sk };
}

/** Counts the bookings of one host, and finds them by their position in the order of their ids. */
class HostIndex {
  readonly #userId: number;
  #last: Promise<Bookmark | undefined> | undefined;
  #total: Promise<number> | undefined;

  constructor(userId: number) {
    this.#userId = userId;
  }

  /** Counts all bookings, exactly. */
  count(): Promise<number> {
    this.#total ??= this.#count();
    return this.#total;
  }

  /** Returns the id of the n-th booking, from 1; undefined if there are fewer. Bookings before the last bookmark are never counted. */
  async idOf(n: number): Promise<number | undefined> {
    // A list can't have more elements than there are ids.
    if (n > LARGEST_ID) return undefined;
    const ordinal = Math.floor((n - 1) / BOOKMARK_SIZE) * BOOKMARK_SIZE;
    const bookmark = findCachedBookmark(this.#userId, ordinal) ?? (await this.#readBookmark(ordinal));
    return bookmark ? bookmark.ids[n - 1 - ordinal] : this.#findIdAfter(await this.#findLast(), n);
  }

  async #count(): Promise<number> {
    const last = await this.#findLast();
    const { count } = await countItems(BookingItem, { userId: this.#userId }, rangeAfterBookmark(last));
    return countBookmarked(last) + count;
  }

  async #readBookmark(ordinal: number): Promise<Bookmark | undefined> {
    const userId = this.#userId;
    if (this.#last && countBookmarked(await this.#last) <= ordinal) return undefined;
    const [bookmark] = await Promise.all([findItem(BookmarkItem, { userId, ordinal }), this.#findLast()]);
    cacheBookmark(bookmark, ordinal);
    return bookmark;
  }

  async #findIdAfter(last: Bookmark | undefined, n: number): Promise<number | undefined> {
    const most = n - countBookmarked(last);
    const { last: key } = await countItems(
      BookingItem,
      { userId: this.#userId },
      { ...rangeAfterBookmark(last), most },
    );
    return key === undefined ? undefined : Number(key.slice("B#".length));
  }

  #findLast(): Promise<Bookmark | undefined> {
    this.#last ??= this.#readLast();
    return this.#last;
  }

  async #readLast(): Promise<Bookmark | undefined> {
    const cached = findCachedBookmark(this.#userId, "last");
    if (cached) return cached;
    const last = await findLastBookmark(this.#userId);
    cacheBookmark(last, "last");
    return last;
  }
}

export type Bookmark = Stored<typeof BookmarkItem>;

/** Milliseconds for which a bookmark is cached: it never changes, but there may be newer ones. */
const CACHE_MILLISECONDS = 60_000;
const MAX_CACHED = 500;
const bookmarks = perService(
  () => new BoundedCache<string, { bookmark: Bookmark; readAt: number }>(MAX_CACHED),
);

/** Finds a cached bookmark of a host: the one that `ordinal` bookings precede, or the last one. */
function findCachedBookmark(userId: number, which: number | "last"): Bookmark | undefined {
  const found = bookmarks().get(`${userId} ${which}`);
  return found && now() - found.readAt < CACHE_MILLISECONDS ? found.bookmark : undefined;
}

/** Caches a bookmark, if there is one. */
function cacheBookmark(bookmark: Bookmark | undefined, which: number | "last"): void {
  if (bookmark) bookmarks().set(`${bookmark.userId} ${which}`, { bookmark, readAt: now() });
}
