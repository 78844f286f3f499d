import { chunksOf } from "#lib/platform/chunks.ts";
import { filteredList } from "./filtered-list.ts";
import {
  FETCH_SIZE,
  IDS_PER_PARTITION,
  type ListElement,
  type ListKind,
  type Location,
  type LocatorEntity,
  readInChunks,
} from "./kind.ts";
import { countLocations, type IdSpan, readLocations } from "./locations.ts";
import type { Order } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";
import { BLOCK, countBlocks, idsOfBlock } from "./tallies.ts";

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
    const chunkSize = Math.min(most ?? FETCH_SIZE, FETCH_SIZE);
    for (const { block, take: size } of splitWindow(await counts(), order, { from: first })) {
      const skipped = block === first && id !== undefined ? idsUpTo(order, id) : 0;
      for (const span of spansOf(block, order, { skipped, length: idsPerRead(size, most) }))
        yield* readInChunks(kind, await readLocations(kind.locator, span, { order }), chunkSize);
    }
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    const parts = splitWindow(await counts(), order, { skip: count, take });
    for (const chunk of chunksOf(parts, PARALLEL_PARTS)) {
      const locations = await Promise.all(chunk.map((part) => locationsInPart(kind, order, part)));
      yield* readInChunks(kind, locations.flat(), LARGE_PAGE);
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

/** Some ids of a block in the order of a list: those after the first `skipped`. */
interface Offset {
  skipped: number;
  length: number;
}

/** The ids of an offset, without those outside of the block. */
function spanOf(block: number, order: Order, { skipped, length }: Offset): IdSpan {
  const { first, last } = idsOfBlock(block);
  return order === "asc"
    ? { first: first + skipped, last: Math.min(last, first + skipped + length - 1) }
    : { first: Math.max(first, last - skipped - length + 1), last: last - skipped };
}

/** Splits the ids of a block after the first `skipped` into spans of this length. */
function* spansOf(block: number, order: Order, { skipped, length }: Offset): Generator<IdSpan> {
  for (let at = skipped; at < BLOCK; at += length) yield spanOf(block, order, { skipped: at, length });
}

/** Number of ids in the block of an id, up to this one, in the order of a list. */
const idsUpTo = (order: Order, id: number): number =>
  order === "asc" ? (id % BLOCK) + 1 : BLOCK - (id % BLOCK);

/**
 * Number of ids to read together in a block of `size` elements, of which at most `most` are used: one round trip, if the unused ids are
 * evenly distributed. One partition is added, because they are not exactly so.
 */
const idsPerRead = (size: number, most = BLOCK): number =>
  Math.min(BLOCK, Math.ceil((most * BLOCK) / size) + IDS_PER_PARTITION);

/**
 * Reads the locations of a part of a block. As new elements get the highest ids of their block, a descending list reads the
 * last part of a block in ascending order: otherwise new elements would move it. Expired elements are included, as in the tallies.
 */
async function locationsInPart<T extends ListElement>(
  { locator }: ListKind<T>,
  order: Order,
  { block, skip, take, rest }: Part,
): Promise<Location[]> {
  const isNearEnd = order === "desc" && rest <= skip;
  const locations = await locationsAfter(locator, {
    block,
    take,
    skipped: isNearEnd ? rest : skip,
    unused: BLOCK - skip - take - rest,
    direction: isNearEnd ? "asc" : order,
  });
  return isNearEnd ? locations.toReversed() : locations;
}

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
async function locationsAfter(locator: LocatorEntity, part: PartRange): Promise<Location[]> {
  const { block, take, skipped, unused, direction } = part;
  const startsLater = skipped > unused;
  const idsBefore = startsLater ? skipped : 0;
  const length = skipped - idsBefore + take + unused;
  const read = (offset: Offset) =>
    readLocations(locator, spanOf(block, direction, offset), { order: direction, withExpired: true });
  const [locations, used] = await Promise.all([
    read({ skipped: idsBefore, length }),
    startsLater && unused > 0
      ? countLocations(locator, spanOf(block, direction, { skipped: 0, length: skipped }))
      : idsBefore,
  ]);
  const found = locations.slice(skipped - used, skipped - used + take);
  // Shortly after elements were deleted, more ids are unused than the tallies say.
  if (found.length === take || idsBefore + length >= BLOCK) return found;
  return (await read({ skipped: 0, length: BLOCK })).slice(skipped, skipped + take);
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
