import { chunksOf } from "#lib/platform/chunks.ts";
import { queryPages } from "#lib/table/read.ts";
import { filteredList } from "./filtered-list.ts";
import { findInChunks, type ListElement, type ListKind } from "./kind.ts";
import { locationsInPart, rangeAfter } from "./locations.ts";
import type { Order } from "./order.ts";
import { partsOf } from "./parts.ts";
import type { ListSource, ReadOptions } from "./source.ts";
import { BLOCK, blockCounts } from "./tally.ts";

/** Blocks of one page whose locators are read side by side: a page of 1,000 lies in two at most. */
const PARTS_AT_ONCE = 2;
/** Elements of one page fetched side by side, so that a page of as many takes no more round trips than a small one. */
const LARGE_PAGE = 1_000;

/** All elements of a kind by id, for system admins: blocks of locators, then the elements (ADR 0010, 0011). */
export function listOfAll<T extends ListElement>(kind: ListKind<T>, order: Order) {
  let counting: Promise<number[]> | undefined;
  const counts = (): Promise<number[]> => {
    counting ??= blockCounts(kind);
    return counting;
  };
  async function* read({ after, most }: ReadOptions): AsyncGenerator<T[]> {
    const id = after === undefined ? undefined : Number(after);
    const first = id === undefined ? undefined : Math.floor(id / BLOCK);
    for (const { block } of partsOf(await counts(), order, { from: first })) {
      const start = block === first && id !== undefined ? rangeAfter(kind, order, id) : {};
      const range = {
        wholePartition: true,
        reverse: order === "desc",
        ...start,
        ...(most && { limit: most }),
      };
      for await (const places of queryPages(kind.locator, { id: block * BLOCK }, range))
        yield* findInChunks(kind, places);
    }
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    const parts = partsOf(await counts(), order, { skip: count, take });
    for (const some of chunksOf(parts, PARTS_AT_ONCE)) {
      const places = (await Promise.all(some.map((part) => locationsInPart(kind, order, part)))).flat();
      yield* findInChunks(kind, places, LARGE_PAGE);
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

/** The elements of everybody that pass a filter, which no index helps to find. */
export const filteredListOfAll = <T extends ListElement>(
  kind: ListKind<T>,
  order: Order,
  matches: (element: T) => boolean,
): ListSource<T> => filteredList(listOfAll(kind, order), matches);
