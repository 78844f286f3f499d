import type { Batch, ListSource, Reading } from "#lib/http/list-source.ts";
import { sliced } from "#lib/http/page.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { getItems, queryPages, type Range, wanted } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";
import type { Matches } from "./filter.ts";
import { BLOCK, blockCounts } from "./tally.ts";

type Order = "asc" | "desc";

/** Bookings looked at side by side, and for one answer to a cursor, so that a rare one is not searched among all at once. */
const LOOKED_AT_ONCE = 250;
const LOOKED_AT = 5_000;

/** All bookings by id, for system admins: blocks of locators, then the bookings (ADR 0010). */
export function listOfEverybody(order: Order) {
  let counting: Promise<number[]> | undefined;
  const counts = (): Promise<number[]> => {
    counting ??= blockCounts();
    return counting;
  };
  async function* read({ after, most }: Reading): AsyncGenerator<StoredBooking[]> {
    const id = after === undefined ? undefined : Number(after);
    const first = id === undefined ? undefined : Math.floor(id / BLOCK);
    for (const block of blocksFrom(first, order, await counts())) {
      const start = block === first && id !== undefined ? behind(order, id) : {};
      yield* bookingsIn(block, { order, ...start, ...(most !== undefined && { limit: most }) });
    }
  }
  async function* bookingsBehind(skip: number, take: number): AsyncGenerator<StoredBooking[]> {
    const sizes = await counts();
    let left = skip;
    for (const block of blocksFrom(undefined, order, sizes)) {
      const size = sizes[block] ?? 0;
      if (left < size) yield* bookingsIn(block, { order, limit: left + take, drop: left });
      left = Math.max(0, left - size);
    }
  }
  return {
    read,
    skip: (skip: number, take: number) => sliced(bookingsBehind(skip, take), { skip: 0, take }),
    count: async () => (await counts()).reduce((sum, each) => sum + each, 0),
    positionOf: ({ id }: StoredBooking) => String(id),
  } satisfies ListSource<StoredBooking>;
}

/** The bookings of everybody that pass a filter, which no index helps to find: only by cursor. */
export function filteredOfEverybody(order: Order, matches: Matches): ListSource<StoredBooking> {
  const { positionOf, read: readAll } = listOfEverybody(order);
  async function* read({ after }: Reading): AsyncGenerator<StoredBooking[]> {
    for await (const page of readAll({ after })) yield page.filter(matches);
  }
  async function batch(after: string | undefined, take: number): Promise<Batch<StoredBooking>> {
    const items: StoredBooking[] = [];
    let lookedAt = 0;
    for await (const page of readAll({ after, most: LOOKED_AT_ONCE })) {
      for (const booking of page) {
        lookedAt += 1;
        if (matches(booking)) items.push(booking);
        if (items.length === take || lookedAt === LOOKED_AT) return { items, next: positionOf(booking) };
      }
    }
    return { items, next: undefined };
  }
  return { read, batch, positionOf };
}

/** Numbers of the blocks of a list from one of them on, or all. */
function blocksFrom(first: number | undefined, order: Order, counts: readonly number[]): number[] {
  const blocks = [...counts.keys()];
  if (order === "asc") return blocks.slice(first ?? 0);
  return blocks.slice(0, first === undefined ? undefined : first + 1).toReversed();
}

/** The bookings of a block but the first `drop`. */
async function* bookingsIn(
  block: number,
  { order, drop = 0, ...range }: Range & { order: Order; drop?: number },
): AsyncGenerator<StoredBooking[]> {
  const whole = { ...range, wholePartition: true, reverse: order === "desc" };
  let left = drop;
  for await (const locators of queryPages(BookingLocator, { id: block * BLOCK }, whole)) {
    const meant = locators.slice(left);
    left = Math.max(0, left - locators.length);
    const found = await getItems(meant.map(({ id, userId }) => wanted(BookingItem, { userId, id })));
    yield found.filter((booking) => booking !== undefined);
  }
}

/** The range of locators behind that of a booking, in the order of the list. */
function behind(order: Order, id: number): Range {
  if (order === "asc") return { after: primaryKey(BookingLocator, { id }).sk };
  return { until: primaryKey(BookingLocator, { id: Math.max(0, id - 1) }).sk };
}
