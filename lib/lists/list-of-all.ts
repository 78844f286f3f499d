import { chunksOf } from "#lib/platform/chunks.ts";
import type { Stored } from "#lib/table/entity.ts";
import { SequenceItem } from "#lib/table/ids.ts";
import { countItems, queryAll, queryPages } from "#lib/table/query.ts";
import { getItem } from "#lib/table/read.ts";
import { TallyItem } from "./entity.ts";
import { filteredList } from "./filtered-list.ts";
import { findInChunks, type ListElement, type ListKind } from "./kind.ts";
import { BLOCK, locationsInPart, partsOf, rangeAfter } from "./locations.ts";
import type { Order } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";

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

/** What a count needs to know of a kind. */
export type CountedKind = Pick<ListKind, "kind" | "locator">;

const BLOCKS_PER_ROW = 1_000;

/** The item and the attribute that have the count of a block. */
export const tallyLocation = (block: number): { million: number; attribute: string } => ({
  million: Math.floor(block / BLOCKS_PER_ROW),
  attribute: `n${String(block % BLOCKS_PER_ROW).padStart(3, "0")}`,
});

type Row = Stored<typeof TallyItem>;

/** The last id given out, and the tallies as stored, by million. */
export async function readTallies({ kind }: CountedKind): Promise<{ last: number; rows: Map<number, Row> }> {
  const [sequence, rows] = await Promise.all([
    getItem(SequenceItem, { kind }),
    queryAll(TallyItem, { kind }),
  ]);
  return { last: sequence?.last ?? 0, rows: new Map(rows.map((row) => [row.million, row])) };
}

/** The count of a block that is sealed and was counted; undefined when it is not. */
export function storedCount(rows: ReadonlyMap<number, Row>, block: number): number | undefined {
  const { million, attribute } = tallyLocation(block);
  const count = rows.get(million)?.[attribute];
  return typeof count === "number" ? count : undefined;
}

/** All counts there are, with the numbers of their blocks. */
export const storedCounts = (rows: ReadonlyMap<number, Row>): { block: number; count: number }[] =>
  [...rows.values()].flatMap(({ million, ...row }) =>
    Object.entries(row).flatMap(([name, count]) =>
      /^n\d{3}$/.test(name) && typeof count === "number"
        ? [{ block: million * BLOCKS_PER_ROW + Number(name.slice(1)), count }]
        : [],
    ),
  );

/** Counts the elements in a block of ids as they are now. */
export const countBlock = async ({ locator }: CountedKind, block: number): Promise<number> =>
  (await countItems(locator, { id: block * BLOCK }, { wholePartition: true })).count;

/** How many elements there are in each block up to the last id given out: two round trips, however many there are. */
export async function blockCounts(kind: CountedKind): Promise<number[]> {
  const { last, rows } = await readTallies(kind);
  const blocks = Array.from({ length: Math.floor(last / BLOCK) + 1 }, (_, block) => block);
  const counts = blocks.map((block) => storedCount(rows, block));
  const missing = blocks.filter((block) => counts[block] === undefined);
  const recounted = new Map(
    await Promise.all(missing.map(async (block) => [block, await countBlock(kind, block)] as const)),
  );
  return counts.map((count, block) => count ?? recounted.get(block) ?? 0);
}
