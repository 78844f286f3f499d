import type { Caller } from "#lib/caller.ts";
import { invalidField, undefinedIfNotFound } from "#lib/failures.ts";
import type { ListKind, Location } from "#lib/storage/lists/kind.ts";
import { filteredListOfAll, listOfAll } from "#lib/storage/lists/list-of-all.ts";
import { listOfLocations, type SortedLocation } from "#lib/storage/lists/list-of-locations.ts";
import type { Order } from "#lib/storage/lists/order.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { listBookingsOfHost, queryFilterableBookingsOfHost, rangeAfterBookmark } from "./bookings-of-host.ts";
import {
  BookingItem,
  BookingLocator,
  BookingPointer,
  BookmarkItem,
  hostIdsOf,
  type StoredBooking,
} from "./entity.ts";
import { type BookingFilter, type BookingPredicate, createPredicate } from "./filter.ts";
import { BookingKeyItem, type FilterableBooking } from "./projections.ts";
import { getBooking, listVisibleHosts } from "./visibility.ts";

/** The most bookings of all hosts that are sorted: no index sorts them. */
const MAX_SORTED = 20_000;

/**
 * Lists the bookings that a caller can access, by id if the filter names no other order.
 *
 * Those of one host are one query. Of several hosts, or if they are filtered or sorted, their keys are selected first. All bookings are
 * read by their locators.
 */
export async function listBookings(
  caller: Caller,
  filter: BookingFilter = {},
): Promise<ListSource<StoredBooking>> {
  const hosts = await listVisibleHosts(caller, filter.userId);
  const { sortBy, order = "asc", uid } = filter;
  const options: ListOptions = {
    order,
    matches: createPredicate(filter),
    sortedBy: sortBy && ((booking) => booking[sortBy]),
  };
  const isPlain = sortBy === undefined && options.matches === undefined;
  if (uid !== undefined)
    return listOfLocations(BookingList, () => keyOfUid(caller, uid, { ...options, hosts }), options);
  if (hosts === "all") return listAllBookings(options);
  const [host, ...others] = hosts;
  if (isPlain && host !== undefined && others.length === 0) return listBookingsOfHost(host, order);
  const keys = () => (isPlain ? keysOfHosts(hosts) : selectedKeysOfHosts(hosts, options));
  return listOfLocations(BookingList, keys, options);
}

/** The order of a list, and the bookings in it. */
interface ListOptions extends Selection {
  order: Order;
}

function listAllBookings(options: ListOptions): ListSource<StoredBooking> {
  const { sortedBy, order, matches } = options;
  if (!sortedBy)
    return matches ? filteredListOfAll(BookingList, order, matches) : listOfAll(BookingList, order);
  const sorted = listOfLocations(BookingList, () => sortedKeys(options), options);
  // A list without a count accepts cursors only, like every filter over all bookings.
  return matches ? { read: sorted.read, positionOf: sorted.positionOf } : sorted;
}

async function sortedKeys(selection: Selection): Promise<SortedLocation[]> {
  const all = listOfAll(BookingList, "asc");
  if ((await all.count()) > MAX_SORTED)
    throw invalidField(
      "#/query/sortBy",
      `More than ${MAX_SORTED} bookings match, which is too many to sort. Send \`userId\`, too.`,
    );
  const keys: SortedLocation[] = [];
  for await (const page of all.read({})) keys.push(...keysIn(page, selection));
  return keys;
}

/** Returns the key of the booking with a `uid`, if the caller can access it and it passes the other filters. */
async function keyOfUid(
  caller: Caller,
  uid: string,
  { hosts, ...selection }: Selection & { hosts: readonly number[] | "all" },
): Promise<SortedLocation[]> {
  const booking = await undefinedIfNotFound(getBooking(caller, uid));
  const isSelected = booking && (hosts === "all" || hostIdsOf(booking).some((host) => hosts.includes(host)));
  return isSelected ? keysIn([booking], selection) : [];
}

/** The bookings to select, and the field that sorts them. */
export interface Selection {
  matches?: BookingPredicate | undefined;
  sortedBy?: ((booking: FilterableBooking) => string) | undefined;
}

/** Reads the keys of all bookings of hosts, in parallel. */
async function keysOfHosts(hosts: readonly number[]): Promise<SortedLocation[]> {
  return deduplicate(await Promise.all(hosts.map(keysOfHost)));
}

async function keysOfHost(userId: number): Promise<SortedLocation[]> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const range = { ...rangeAfterBookmark(bookmarks.at(-1)), attributesOfSchema: true };
  const others = await queryAll(BookingKeyItem, { userId }, range);
  return [
    ...bookmarks.flatMap(({ ids }) => ids.map((id) => ({ userId, id }))),
    ...others.map(({ id }) => ({ userId, id })),
  ];
}

/** Reads the keys of the selected bookings of hosts, in parallel. One round trip per MB of one host. */
export async function selectedKeysOfHosts(
  hosts: readonly number[],
  selection: Selection,
): Promise<SortedLocation[]> {
  const lists = await Promise.all(
    hosts.map(async (userId) => {
      const keys: SortedLocation[] = [];
      for await (const page of queryFilterableBookingsOfHost(userId)) keys.push(...keysIn(page, selection));
      return keys;
    }),
  );
  return deduplicate(lists);
}

/** Merges lists of keys. A booking with several hosts is in several lists, and once in the result. */
function deduplicate(lists: readonly SortedLocation[][]): SortedLocation[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : [...new Map(lists.flat().map((key) => [key.id, key])).values()];
}

/** Returns the keys of the selected bookings. */
const keysIn = (bookings: readonly FilterableBooking[], { matches, sortedBy }: Selection): SortedLocation[] =>
  bookings
    .filter((booking) => matches?.(booking) ?? true)
    .map((booking) => {
      const { userId, id } = booking;
      return { userId, id, ...(sortedBy && { sortedBy: sortedBy(booking) }) };
    });

/** Bookings as a kind of list elements. */
export const BookingList: ListKind<StoredBooking> = {
  kind: "booking",
  locator: BookingLocator,
  find: async (locations) => {
    const found = await findBookings(locations);
    const missing = locations.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const pointers = await findItems(
      missing.map(({ userId, id }) => itemRequest(BookingPointer, { userId, id })),
    );
    const followed = pointers.flatMap((pointer) =>
      pointer ? [{ userId: pointer.hostId, id: pointer.id }] : [],
    );
    const bookings = new Map((await findBookings(followed)).map((booking) => [booking?.id, booking]));
    return locations.map(({ id }, at) => found[at] ?? bookings.get(id));
  },
};

const findBookings = (locations: readonly Location[]): Promise<(StoredBooking | undefined)[]> =>
  findItems(locations.map(({ userId, id }) => itemRequest(BookingItem, { userId, id })));
