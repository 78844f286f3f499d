import { primaryKey } from "#lib/table/entity.ts";
import { countItems, queryOnce, type Range } from "#lib/table/query.ts";
import type { ListElement, ListKind, Location } from "./kind.ts";
import type { Order } from "./order.ts";

/** Ids of one block: those whose locators share a partition. */
export const BLOCK = 1_000;

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

/** Some elements of a block: `take` of them behind the first `skip`, and before the last `rest`. */
export interface Part {
  block: number;
  skip: number;
  take: number;
  rest: number;
}

interface Window {
  /** The number of the block to begin with. */
  from?: number | undefined;
  skip?: number;
  take?: number;
}

/** The parts of the blocks, of which `counts` says how many elements each holds, that a window of a list is made of. */
export function partsOf(counts: readonly number[], order: Order, window: Window): Part[] {
  const parts: Part[] = [];
  let { skip = 0, take = Number.POSITIVE_INFINITY } = window;
  for (const block of blocksFrom(counts, order, window.from)) {
    const size = counts[block] ?? 0;
    const taken = Math.min(take, size - skip);
    if (taken > 0) parts.push({ block, skip, take: taken, rest: size - skip - taken });
    take -= Math.max(0, taken);
    skip = Math.max(0, skip - size);
    if (take === 0) break;
  }
  return parts;
}

/** Numbers of the blocks of a list from one of them on, or all. */
function blocksFrom(counts: readonly number[], order: Order, first: number | undefined): number[] {
  const blocks = [...counts.keys()];
  if (order === "asc") return blocks.slice(first ?? 0);
  return blocks.slice(0, first === undefined ? undefined : first + 1).toReversed();
}
