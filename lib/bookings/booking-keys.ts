import type { SortedLocation } from "#lib/lists/list-of-keys.ts";
import { queryAll } from "#lib/table/read.ts";
import { behindBookmark } from "./bookmarks.ts";
import { BookmarkItem } from "./entity.ts";
import { type BookingFacts, PlaceOfBooking } from "./facts.ts";
import type { Matches } from "./filter.ts";
import { factsOfHostedBookings } from "./hosted-bookings.ts";

/** Which bookings, and what they are sorted by. */
export interface Choice {
  matches?: Matches | undefined;
  sortedBy?: ((booking: BookingFacts) => string) | undefined;
}

/** The keys of all bookings of some hosts, side by side: two round trips, more for a host with thousands of recent ones. */
export async function keysOfHosts(hosts: readonly number[]): Promise<SortedLocation[]> {
  return once(await Promise.all(hosts.map(keysOfHost)));
}

async function keysOfHost(userId: number): Promise<SortedLocation[]> {
  const bookmarks = await queryAll(BookmarkItem, { userId });
  const range = { ...behindBookmark(bookmarks.at(-1)), attributesOfSchema: true };
  const others = await queryAll(PlaceOfBooking, { userId }, range);
  return [
    ...bookmarks.flatMap(({ ids }) => ids.map((id) => ({ userId, id }))),
    ...others.map(({ id }) => ({ userId, id })),
  ];
}

/** The keys of those bookings of some hosts that pass a filter, side by side: one round trip per MB of one host. */
export async function arrangedKeys(hosts: readonly number[], choice: Choice): Promise<SortedLocation[]> {
  const lists = await Promise.all(
    hosts.map(async (userId) => {
      const keys: SortedLocation[] = [];
      for await (const page of factsOfHostedBookings(userId)) keys.push(...keysIn(page, choice));
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
export const keysIn = (bookings: readonly BookingFacts[], { matches, sortedBy }: Choice): SortedLocation[] =>
  bookings
    .filter((booking) => matches?.(booking) ?? true)
    .map((booking) => {
      const { userId, id } = booking;
      return { userId, id, ...(sortedBy && { sortedBy: sortedBy(booking) }) };
    });
