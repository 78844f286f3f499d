import { countItems } from "#lib/table/count.ts";
import { primaryKey } from "#lib/table/entity.ts";
import type { Range } from "#lib/table/query.ts";
import { queryOnce } from "#lib/table/read.ts";
import type { Listed, ListKind, Place } from "./kind.ts";
import type { Order } from "./order.ts";
import type { Part } from "./parts.ts";
import { BLOCK } from "./tally.ts";

/** The range of locators after that of an element, in the order of the list. */
export function rangeBehind<T extends Listed>({ locator }: ListKind<T>, order: Order, id: number): Range {
  if (order === "asc") return { after: primaryKey(locator, { id }).sk };
  return { until: primaryKey(locator, { id: Math.max(0, id - 1) }).sk };
}

/**
 * Reads the places of a part of a block: one round trip. New elements get the highest ids of their block, so a descending list reads the
 * last part of a block from the oldest element on: otherwise new elements would move it. Expired elements are included, as in the counts.
 */
export async function placesIn<T extends Listed>(
  kind: ListKind<T>,
  order: Order,
  { block, skip, take, rest }: Part,
): Promise<Place[]> {
  const isNearEnd = order === "desc" && rest <= skip;
  const places = await placesAfter(kind, {
    block,
    take,
    passed: isNearEnd ? rest : skip,
    unused: BLOCK - skip - take - rest,
    direction: isNearEnd ? "asc" : order,
  });
  return isNearEnd ? places.toReversed() : places;
}

const RANGE = { wholePartition: true, withExpired: true, attributesOfSchema: true };

interface Reading {
  block: number;
  take: number;
  /** Elements of the block before those to read. */
  passed: number;
  /** Ids of the block without an element. */
  unused: number;
  direction: Order;
}

/**
 * Reads the places of elements after some others. Each of those has an id, so reading starts after as many ids; a second query counts how
 * many of these ids are used, at the same time. So it reads at most as many places too many as the block has unused ids.
 */
async function placesAfter<T extends Listed>(kind: ListKind<T>, reading: Reading): Promise<Place[]> {
  const { block, take, passed, unused, direction } = reading;
  if (passed <= unused) return placesFromStart(kind, reading);
  const values = { id: block * BLOCK };
  const reverse = direction === "desc";
  const lastPassed = reverse ? values.id + BLOCK - passed : values.id + passed - 1;
  const range = { ...RANGE, ...rangeBehind(kind, direction, lastPassed), reverse };
  const [places, used] = await Promise.all([
    queryOnce(kind.locator, values, { ...range, limit: take + unused }),
    unused === 0 ? passed : countPassed(kind, direction, lastPassed),
  ]);
  const first = passed - used;
  // More ids are unused than the counts say, shortly after elements were deleted.
  if (first > unused) return placesFromStart(kind, reading);
  return places.slice(first, first + take);
}

/** Reads the places of elements and of all before them in the block. */
async function placesFromStart<T extends Listed>(
  { locator }: ListKind<T>,
  { block, take, passed, direction }: Reading,
): Promise<Place[]> {
  const range = { ...RANGE, reverse: direction === "desc", limit: passed + take };
  return (await queryOnce(locator, { id: block * BLOCK }, range)).slice(passed);
}

/** Counts the elements of a block up to an id, in the direction of reading. */
async function countPassed<T extends Listed>(
  kind: ListKind<T>,
  direction: Order,
  id: number,
): Promise<number> {
  const range = direction === "asc" ? rangeBehind(kind, "desc", id + 1) : rangeBehind(kind, "asc", id - 1);
  return (await countItems(kind.locator, { id }, { wholePartition: true, ...range })).count;
}
