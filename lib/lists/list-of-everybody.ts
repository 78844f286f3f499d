import { primaryKey } from "#lib/table/entity.ts";
import type { Range } from "#lib/table/query.ts";
import { queryOnce, queryPages } from "#lib/table/read.ts";
import { filteredList } from "./filtered-list.ts";
import { findInTurn, type Listed, type ListKind, type Place } from "./kind.ts";
import type { Order } from "./order.ts";
import { type Part, partsOf } from "./parts.ts";
import type { ListSource, Reading } from "./source.ts";
import { BLOCK, blockCounts } from "./tally.ts";

/** Blocks of one page whose locators are read side by side: a page of 1,000 lies in two at most. */
const PARTS_AT_ONCE = 2;
/** Elements of one page fetched side by side, so that a page of as many takes no more round trips than a small one. */
const LARGE_PAGE = 1_000;

/** All elements of a kind by id, for system admins: blocks of locators, then the elements (ADR 0010, 0011). */
export function listOfEverybody<T extends Listed>(kind: ListKind<T>, order: Order) {
  let counting: Promise<number[]> | undefined;
  const counts = (): Promise<number[]> => {
    counting ??= blockCounts(kind);
    return counting;
  };
  async function* read({ after, most }: Reading): AsyncGenerator<T[]> {
    const id = after === undefined ? undefined : Number(after);
    const first = id === undefined ? undefined : Math.floor(id / BLOCK);
    for (const { block } of partsOf(await counts(), order, { from: first })) {
      const start = block === first && id !== undefined ? behind(kind, order, id) : {};
      const range = {
        wholePartition: true,
        reverse: order === "desc",
        ...start,
        ...(most && { limit: most }),
      };
      for await (const places of queryPages(kind.locator, { id: block * BLOCK }, range))
        yield* findInTurn(kind, places);
    }
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    const parts = partsOf(await counts(), order, { skip: count, take });
    for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
      const some = parts.slice(at, at + PARTS_AT_ONCE);
      const places = (await Promise.all(some.map((part) => placesIn(kind, order, part)))).flat();
      yield* findInTurn(kind, places, LARGE_PAGE);
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
export const filteredOfEverybody = <T extends Listed>(
  kind: ListKind<T>,
  order: Order,
  matches: (element: T) => boolean,
): ListSource<T> => filteredList(listOfEverybody(kind, order), matches);

/**
 * The places of a part of a block. What is made meanwhile comes behind all others of its block, so only of a list that is turned
 * round is the far end ever nearer: there the last part of a block has to be read from its oldest, or what has come would push it
 * out. One that has expired keeps its number until it is deleted, as it does in the counts.
 */
async function placesIn<T extends Listed>(
  { locator }: ListKind<T>,
  order: Order,
  { block, skip, take, rest }: Part,
): Promise<Place[]> {
  const isNearEnd = order === "desc" && rest <= skip;
  const passed = isNearEnd ? rest : skip;
  const range = { wholePartition: true, withExpired: true, attributesOfSchema: true, limit: passed + take };
  const reverse = order === "desc" && !isNearEnd;
  const places = (await queryOnce(locator, { id: block * BLOCK }, { ...range, reverse })).slice(passed);
  return isNearEnd ? places.toReversed() : places;
}

/** The range of locators behind that of an element, in the order of the list. */
function behind<T extends Listed>({ locator }: ListKind<T>, order: Order, id: number): Range {
  if (order === "asc") return { after: primaryKey(locator, { id }).sk };
  return { until: primaryKey(locator, { id: Math.max(0, id - 1) }).sk };
}
