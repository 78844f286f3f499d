import type { Stored } from "#lib/table/entity.ts";
import type { Range } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { queryEither } from "#lib/table/read-either.ts";
import { BookingItem, BookingPointer, type StoredBooking } from "./entity.ts";
import { type BookingFacts, FactsOfBooking } from "./facts.ts";

type Pointer = Stored<typeof BookingPointer>;

/**
 * The bookings of one host, page by page, also those that lie with another host. One round trip a page, and one more for a page with
 * pointers.
 */
export async function* hostedBookings(userId: number, range: Range = {}): AsyncGenerator<StoredBooking[]> {
  for await (const page of queryEither([BookingItem, BookingPointer], { userId }, range))
    yield await followPointers(page, (keys) => getItems(keys.map((key) => itemRequest(BookingItem, key))));
}

/** Like {@link hostedBookings}, but only what bookings are filtered and sorted by. */
export async function* factsOfHostedBookings(userId: number): AsyncGenerator<BookingFacts[]> {
  const range = { attributesOfSchema: true };
  for await (const page of queryEither([FactsOfBooking, BookingPointer], { userId }, range))
    yield await followPointers(page, (keys) =>
      getItems(
        keys.map((key) => itemRequest(FactsOfBooking, key)),
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
