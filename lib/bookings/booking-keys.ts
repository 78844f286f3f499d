import { queryAll, queryPages } from "#lib/table/read.ts";
import { BookingMark } from "./entity.ts";
import type { BookingFacts } from "./facts.ts";
import { FactsOfBooking } from "./facts.ts";
import type { Arrangement, BookingKey } from "./list-of-keys.ts";

/** The keys of all bookings of some hosts, side by side: one round trip per 20,000 of one host. */
export async function keysOfHosts(hosts: readonly number[]): Promise<BookingKey[]> {
  const lists = await Promise.all(hosts.map((userId) => queryAll(BookingMark, { userId })));
  return lists.flat().map((mark) => ({ ...mark, sortedBy: "" }));
}

/** The keys of those bookings of some hosts that pass a filter, side by side: one round trip per MB of one host. */
export async function arrangedKeys(
  hosts: readonly number[],
  arrangement: Arrangement,
): Promise<BookingKey[]> {
  const lists = await Promise.all(
    hosts.map(async (userId) => {
      const keys: BookingKey[] = [];
      for await (const page of queryPages(FactsOfBooking, { userId }, { attributesOfSchema: true }))
        keys.push(...keysIn(page, arrangement));
      return keys;
    }),
  );
  return lists.flat();
}

/** The keys of those bookings that pass. */
export const keysIn = (bookings: readonly BookingFacts[], { matches, sortBy }: Arrangement): BookingKey[] =>
  bookings
    .filter((booking) => matches?.(booking) ?? true)
    .map((booking) => {
      const { userId, id } = booking;
      return { userId, id, sortedBy: sortBy === undefined ? "" : booking[sortBy] };
    });
