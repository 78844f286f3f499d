import type { Caller } from "#lib/caller.ts";
import { invalidField, undefinedIfNotFound } from "#lib/failures.ts";
import type { ListKind, Location } from "#lib/lists/kind.ts";
import { filteredListOfAll, listOfAll } from "#lib/lists/list-of-all.ts";
import { listOfLocations, type SortedLocation } from "#lib/lists/list-of-locations.ts";
import type { Order } from "#lib/lists/order.ts";
import type { ListSource } from "#lib/lists/source.ts";
import { queryAll } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { behindBookmark, listBookingsOfHost, queryFilterableBookingsOfHost } from "./bookings-of-host.ts";
import { BookingItem, BookingLocator, BookingPointer, BookmarkItem, type StoredBooking } from "./entity.ts";
import { type BookingFilter, type Matches, matcherOf } from "./filter.ts";
import { hostIdsOf } from "./hosts/host-ids.ts";
import { BookingKeyItem, type FilterableBooking } from "./projections.ts";
import { getBookingByUid, visibleHosts } from "./visibility.ts";

/** Bookings of everybody that are sorted at most: there is no index over all. */
const MOST_SORTED = 20_000;

/**
 * The bookings a caller may see, in the order they were made unless sorted otherwise.
 *
 * A host's own are one query; those of several hosts, filtered or sorted ones are chosen by their keys and then fetched;
 * everybody's are read through the locators.
 */
export async function listBookings(
  caller: Caller,
  filter: BookingFilter = {},
): Promise<ListSource<StoredBooking>> {
  const hosts = await visibleHosts(caller, filter.userId);
  const { sortBy, order = "asc", uid } = filter;
  const arrangement: Arrangement = {
    order,
    matches: matcherOf(filter),
    sortedBy: sortBy && ((booking) => booking[sortBy]),
  };
  const isPlain = sortBy === undefined && arrangement.matches === undefined;
  if (uid !== undefined)
    return listOfLocations(BookingList, () => keyOfUid(caller, uid, { ...arrangement, hosts }), arrangement);
  if (hosts === "everybody") return everybodys(arrangement);
  const [host, ...others] = hosts;
  if (isPlain && host !== undefined && others.length === 0) return listBookingsOfHost(host, order);
  const keys = () => (isPlain ? keysOfHosts(hosts) : arrangedKeys(hosts, arrangement));
  return listOfLocations(BookingList, keys, arrangement);
}

/** The order of a list, and which bookings are in it. */
interface Arrangement extends Choice {
  order: Order;
}

function everybodys(arrangement: Arrangement): ListSource<StoredBooking> {
  const { sortedBy, order, matches } = arrangement;
  if (!sortedBy)
    return matches ? filteredListOfAll(BookingList, order, matches) : listOfAll(BookingList, order);
  const sorted = listOfLocations(BookingList, () => sortedKeys(arrangement), arrangement);
  // Without its count a list takes cursors only, like every filter over all bookings.
  return matches ? { read: sorted.read, positionOf: sorted.positionOf } : sorted;
}

async function sortedKeys(choice: Choice): Promise<SortedLocation[]> {
  const all = listOfAll(BookingList, "asc");
  if ((await all.count()) > MOST_SORTED)
    throw invalidField(
      "#/query/sortBy",
      `More than ${MOST_SORTED} bookings match, which is too many to sort. Send \`userId\`, too.`,
    );
  const keys: SortedLocation[] = [];
  for await (const page of all.read({})) keys.push(...keysIn(page, choice));
  return keys;
}

/** The one booking with a `uid`, if the caller sees it and it passes the other filters. */
async function keyOfUid(
  caller: Caller,
  uid: string,
  { hosts, ...choice }: Choice & { hosts: readonly number[] | "everybody" },
): Promise<SortedLocation[]> {
  const booking = await undefinedIfNotFound(getBookingByUid(caller, uid));
  const isMeant =
    booking && (hosts === "everybody" || hostIdsOf(booking).some((host) => hosts.includes(host)));
  return isMeant ? keysIn([booking], choice) : [];
}

/** Which bookings, and what they are sorted by. */
export interface Choice {
  matches?: Matches | undefined;
  sortedBy?: ((booking: FilterableBooking) => string) | undefined;
}

/** The keys of all bookings of some hosts, read in parallel: two round trips, more for a host with thousands of recent ones. */
export async function keysOfHosts(hosts: readonly number[]): Promise<SortedLocation[]> {
  return once(await Promise.all(hosts.map(keysOfHost)));
}

async function keysOfHost(userId: number): Promise<SortedLocation[]> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const range = { ...behindBookmark(bookmarks.at(-1)), attributesOfSchema: true };
  const others = await queryAll(BookingKeyItem, { userId }, range);
  return [
    ...bookmarks.flatMap(({ ids }) => ids.map((id) => ({ userId, id }))),
    ...others.map(({ id }) => ({ userId, id })),
  ];
}

/** The keys of those bookings of some hosts that pass a filter, read in parallel: one round trip per MB of one host. */
export async function arrangedKeys(hosts: readonly number[], choice: Choice): Promise<SortedLocation[]> {
  const lists = await Promise.all(
    hosts.map(async (userId) => {
      const keys: SortedLocation[] = [];
      for await (const page of queryFilterableBookingsOfHost(userId)) keys.push(...keysIn(page, choice));
      return keys;
    }),
  );
  return once(lists);
}

/** All keys, and each booking once: one with several hosts is in the lists of all. */
function once(lists: readonly SortedLocation[][]): SortedLocation[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? first : [...new Map(lists.flat().map((key) => [key.id, key])).values()];
}

/** The keys of those bookings that pass. */
export const keysIn = (
  bookings: readonly FilterableBooking[],
  { matches, sortedBy }: Choice,
): SortedLocation[] =>
  bookings
    .filter((booking) => matches?.(booking) ?? true)
    .map((booking) => {
      const { userId, id } = booking;
      return { userId, id, ...(sortedBy && { sortedBy: sortedBy(booking) }) };
    });

/** Bookings, as a kind of elements that are listed. */
export const BookingList: ListKind<StoredBooking> = {
  kind: "booking",
  locator: BookingLocator,
  find: async (places) => {
    const found = await findAt(places);
    const missing = places.filter((_, at) => !found[at]);
    if (missing.length === 0) return found;
    const pointers = await getItems(
      missing.map(({ userId, id }) => itemRequest(BookingPointer, { userId, id })),
    );
    const followed = pointers.flatMap((pointer) =>
      pointer ? [{ userId: pointer.hostId, id: pointer.id }] : [],
    );
    const bookings = new Map((await findAt(followed)).map((booking) => [booking?.id, booking]));
    return places.map(({ id }, at) => found[at] ?? bookings.get(id));
  },
};

const findAt = (places: readonly Location[]): Promise<(StoredBooking | undefined)[]> =>
  getItems(places.map(({ userId, id }) => itemRequest(BookingItem, { userId, id })));
