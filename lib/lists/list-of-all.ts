import { chunksOf } from "#lib/platform/chunks.ts";
import { queryPages } from "#lib/table/query.ts";
import { filteredList } from "./filtered-list.ts";
import { findInChunks, type ListElement, type ListKind } from "./kind.ts";
import { BLOCK, locationsInPart, rangeAfter, splitWindow } from "./locations.ts";
import type { Order } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";
import { countBlocks } from "./tallies.ts";

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
