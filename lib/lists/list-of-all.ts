import { chunksOf } from "#lib/platform/chunks.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { countItems, queryOnce, queryPages, type Range } from "#lib/table/query.ts";
import { filteredList } from "./filtered-list.ts";
import { findInChunks, type ListElement, type ListKind, type Location } from "./kind.ts";
import { type Order, rangeAfterId } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";
import { BLOCK, countBlocks } from "./tallies.ts";

/** Parts of one page whose locators are read in parallel: a page of 1,000 elements is in at most two blocks. */
const PARALLEL_PARTS = 2;
/** Elements of one page that are fetched in parallel, so that a page of this size takes no more round trips than a small one. */
const LARGE_PAGE = 1_000;

/** All elements of a kind by id, for system admins. It reads the locators of a block, then the elements (ADR 0010, 0011). */
export function listOfAll<T extends ListElement>(kind: ListKind<T>, order: Order) {
  let counting: Promise<number[]> | undefined;
  const counts = (): Promise<number[]> => {
    counting ??= countBlocks(kind);
    return counting;
  };
  async function* read({ after, most }: ReadOptions): AsyncGenerator<T[]> {
    const id = after === undefined ? undefined : Number(after);
    const first = id === undefined ? undefined : Math.floor(id / BLOCK);
    for (const { block } of splitWindow(await counts(), order, { from: first })) {
      const start = block === first && id !== undefined ? rangeAfter(kind, order, id) : {};
      const range = {
        wholePartition: true,
        reverse: order === "desc",
        ...start,
        ...(most && { limit: most }),
      };
      for await (const locations of queryPages(kind.locator, { id: block * BLOCK }, range))
        yield* findInChunks(kind, locations);
    }
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    const parts = splitWindow(await counts(), order, { skip: count, take });
    for (const chunk of chunksOf(parts, PARALLEL_PARTS)) {
      const locations = await Promise.all(chunk.map((part) => locationsInPart(kind, order, part)));
      yield* findInChunks(kind, locations.flat(), LARGE_PAGE);
    }
  }
  return {
    read,
    skip,
    isCounted: true,
    count: async () => (await counts()).reduce((sum, each) => sum + each, 0),
    positionOf: ({ id }: T) => String(id),
  } satisfies ListSource<T>;
}

/** The elements of all hosts that match a filter. No index helps to find them. */
export const filteredListOfAll = <T extends ListElement>(
  kind: ListKind<T>,
  order: Order,
  matches: (element: T) => boolean,
): ListSource<T> => filteredList(listOfAll(kind, order), matches);

/** The range of locators after an id, in the direction of a list. */
const rangeAfter = <T extends ListElement>({ locator }: ListKind<T>, order: Order, id: number): Range =>
  rangeAfterId(order, id, (each) => primaryKey(locator, { id: each }).sk);

/**
 * Reads the locations of a part of a block: one round trip. As new elements get the highest ids of their block, a descending list reads the
 * last part of a block in ascending order: otherwise new elements would move it. Expired elements are included, as in the tallies.
 */
async function locationsInPart<T extends ListElement>(
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
 * Reads the locations after some skipped elements. Each of these has an id, so reading starts after as many ids; in parallel, a second
 * query counts how many of these ids are used. So at most as many locations are read in excess as the block has unused ids.
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
  // Shortly after elements were deleted, more ids are unused than the tallies say.
  if (first > unused) return locationsFromStart(kind, part);
  return locations.slice(first, first + take);
}

/** Reads all locations from the start of the block, and discards the skipped ones. */
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

/** Some elements of a block: `take` elements after the first `skip`, followed by `rest` elements. */
interface Part {
  block: number;
  skip: number;
  take: number;
  rest: number;
}

interface Window {
  /** The number of the block in which the window starts. */
  from?: number | undefined;
  skip?: number;
  take?: number;
}

/** Splits a window of a list into parts of blocks. `counts` are the numbers of elements of all blocks. */
function splitWindow(counts: readonly number[], order: Order, window: Window): Part[] {
  const parts: Part[] = [];
  let { skip = 0, take = Number.POSITIVE_INFINITY } = window;
  for (const block of blocksFrom(counts, order, window.from)) {
    const size = counts[block] ?? 0;
    const length = Math.min(take, size - skip);
    if (length > 0) parts.push({ block, skip, take: length, rest: size - skip - length });
    take -= Math.max(0, length);
    skip = Math.max(0, skip - size);
    if (take === 0) break;
  }
  return parts;
}

/** Numbers of the blocks of a list in its order, starting with one of them, or all. */
function blocksFrom(counts: readonly number[], order: Order, first: number | undefined): number[] {
  const blocks = [...counts.keys()];
  if (order === "asc") return blocks.slice(first ?? 0);
  return blocks.slice(0, first === undefined ? undefined : first + 1).toReversed();
}
