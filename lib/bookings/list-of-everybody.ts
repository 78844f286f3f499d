import type { Batch, ListSource, Reading } from "#lib/http/list-source.ts";
import { primaryKey, type Stored } from "#lib/table/entity.ts";
import { getItems, queryOnce, queryPages, type Range, wanted } from "#lib/table/read.ts";
import { BookingItem, BookingLocator, type StoredBooking } from "./entity.ts";
import type { Matches } from "./filter.ts";
import { BLOCK, blockCounts } from "./tally.ts";

type Order = "asc" | "desc";

/** Bookings looked at side by side, and for one answer to a cursor, so that a rare one is not searched among all at once. */
const LOOKED_AT_ONCE = 250;
const LOOKED_AT = 5_000;
/** Blocks of one page whose locators are read side by side: a page of 1,000 lies in two at most. */
const PARTS_AT_ONCE = 2;

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
    const parts = partsOf(await counts(), order, { skip, take });
    for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
      const some = parts.slice(at, at + PARTS_AT_ONCE);
      yield fetched((await Promise.all(some.map((part) => locatorsOf(part, order)))).flat());
    }
  }
  return {
    read,
    skip: bookingsBehind,
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

/** Some locators of a block: `take` of them behind the first `skip`. */
interface Part {
  block: number;
  skip: number;
  take: number;
}

/** The parts of the blocks that a page is made of. */
function partsOf(counts: readonly number[], order: Order, page: { skip: number; take: number }): Part[] {
  const parts: Part[] = [];
  let { skip, take } = page;
  for (const block of blocksFrom(undefined, order, counts)) {
    const size = counts[block] ?? 0;
    const taken = Math.min(take, size - skip);
    if (taken > 0) parts.push({ block, skip, take: taken });
    take -= Math.max(0, taken);
    skip = Math.max(0, skip - size);
    if (take === 0) break;
  }
  return parts;
}

type Locator = Stored<typeof BookingLocator>;

async function locatorsOf({ block, skip, take }: Part, order: Order): Promise<Locator[]> {
  const range = { wholePartition: true, reverse: order === "desc", limit: skip + take };
  return (await queryOnce(BookingLocator, { id: block * BLOCK }, range)).slice(skip);
}

/** The bookings of a block in a range. */
async function* bookingsIn(
  block: number,
  { order, ...range }: Range & { order: Order },
): AsyncGenerator<StoredBooking[]> {
  const whole = { ...range, wholePartition: true, reverse: order === "desc" };
  for await (const locators of queryPages(BookingLocator, { id: block * BLOCK }, whole))
    yield await fetched(locators);
}

async function fetched(locators: readonly Locator[]): Promise<StoredBooking[]> {
  const found = await getItems(locators.map(({ id, userId }) => wanted(BookingItem, { userId, id })));
  return found.filter((booking) => booking !== undefined);
}

/** The range of locators behind that of a booking, in the order of the list. */
function behind(order: Order, id: number): Range {
  if (order === "asc") return { after: primaryKey(BookingLocator, { id }).sk };
  return { until: primaryKey(BookingLocator, { id: Math.max(0, id - 1) }).sk };
}
