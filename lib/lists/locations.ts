import { countItems } from "#lib/table/count.ts";
import { primaryKey } from "#lib/table/entity.ts";
import type { Range } from "#lib/table/query.ts";
import { queryOnce } from "#lib/table/read.ts";
import type { ListElement, ListKind, Location } from "./kind.ts";
import type { Order } from "./order.ts";
import type { Part } from "./parts.ts";
import { BLOCK } from "./tally.ts";

/** The range of locators after that of an element, in the order of the list. */
export function rangeAfter<T extends ListElement>({ locator }: ListKind<T>, order: Order, id: number): Range {
  if (order === "asc") return { after: primaryKey(locator, { id }).sk };
  return { until: primaryKey(locator, { id: Math.max(0, id - 1) }).sk };
}

/**
 * Reads the places of a part of a block: one round trip. New elements get the highest ids of their block, so a descending list reads the
 * last part of a block from the oldest element on: otherwise new elements would move it. Expired elements are included, as in the counts.
 */
export async function locationsInPart<T extends ListElement>(
  kind: ListKind<T>,
  order: Order,
  { block, skip, take, rest }: Part,
): Promise<Location[]> {
  const isNearEnd = order === "desc" && rest <= skip;
  const locations = await locationsAfter(kind, {
    block,
    take,
    skipped: isNearEnd ? rest : skip,
    unused: BLOCK - skip - take - rest,
    direction: isNearEnd ? "asc" : order,
  });
  return isNearEnd ? locations.toReversed() : locations;
}

const RANGE = { wholePartition: true, withExpired: true, attributesOfSchema: true };

interface PartRange {
  block: number;
  take: number;
  /** Elements of the block before those to read. */
  skipped: number;
  /** Ids of the block without an element. */
  unused: number;
  direction: Order;
}

/**
 * Reads the places of elements after some others. Each of those has an id, so reading starts after as many ids; a second query counts how
 * many of these ids are used, at the same time. So it reads at most as many places too many as the block has unused ids.
 */
async function locationsAfter<T extends ListElement>(
  kind: ListKind<T>,
  part: PartRange,
): Promise<Location[]> {
  const { block, take, skipped, unused, direction } = part;
  if (skipped <= unused) return locationsFromStart(kind, part);
  const values = { id: block * BLOCK };
  const reverse = direction === "desc";
  const lastSkipped = reverse ? values.id + BLOCK - skipped : values.id + skipped - 1;
  const range = { ...RANGE, ...rangeAfter(kind, direction, lastSkipped), reverse };
  const [locations, used] = await Promise.all([
    queryOnce(kind.locator, values, { ...range, limit: take + unused }),
    unused === 0 ? skipped : countSkipped(kind, direction, lastSkipped),
  ]);
  const first = skipped - used;
  // More ids are unused than the counts say, shortly after elements were deleted.
  if (first > unused) return locationsFromStart(kind, part);
  return locations.slice(first, first + take);
}

/** Reads the places of elements and of all before them in the block. */
async function locationsFromStart<T extends ListElement>(
  { locator }: ListKind<T>,
  { block, take, skipped, direction }: PartRange,
): Promise<Location[]> {
  const range = { ...RANGE, reverse: direction === "desc", limit: skipped + take };
  return (await queryOnce(locator, { id: block * BLOCK }, range)).slice(skipped);
}

/** Counts the elements of a block up to an id, in the direction of reading. */
async function countSkipped<T extends ListElement>(
  kind: ListKind<T>,
  direction: Order,
  id: number,
): Promise<number> {
  const range = direction === "asc" ? rangeAfter(kind, "desc", id + 1) : rangeAfter(kind, "asc", id - 1);
  return (await countItems(kind.locator, { id }, { wholePartition: true, ...range })).count;
}
