import * as z from "zod";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { queryAll, queryOnce } from "#lib/storage/table/query.ts";
import { readLastId } from "#lib/storage/table/raise-ids.ts";
import type { ListKind } from "./kind.ts";
import { countLocations, type IdSpan } from "./locations.ts";

/**
 * The tallies of one million ids: the number of elements in each block of 1,000 ids, `n000` to `n999`. A tally is written once its block is
 * frozen, and lowered if an element is deleted (ADR 0011).
 */
export const TallyItem = entity({
  name: "tally",
  key: { pk: "CT#{kind}", sk: "{million:6}" },
  schema: z.looseObject({ kind: z.string(), million: z.int() }),
});

/** The fields of a kind that counting uses. */
export type CountedKind = Pick<ListKind, "kind" | "locator">;

/** Ids of one block, which has one tally. */
export const BLOCK = 1_000;
const TALLIES_PER_ITEM = 1_000;

/** The item and the attribute that contain the tally of a block. */
export const tallyLocation = (block: number): { million: number; attribute: string } => ({
  million: Math.floor(block / TALLIES_PER_ITEM),
  attribute: `n${String(block % TALLIES_PER_ITEM).padStart(3, "0")}`,
});

type StoredTallies = ReadonlyMap<number, Stored<typeof TallyItem>>;

/** Reads the last leased id and the stored tallies, by million. */
export async function readTallies({ kind }: CountedKind): Promise<{ last: number; tallies: StoredTallies }> {
  const [last, items] = await Promise.all([readLastId(kind), queryAll(TallyItem, { kind })]);
  return { last, tallies: byMillion(items) };
}

/** Like {@link readTallies}, but reads only the tallies of the latest two millions: `first` is the number of the first block with ids in them. */
export async function readLatestTallies({
  kind,
}: CountedKind): Promise<{ last: number; tallies: StoredTallies; first: number }> {
  const [last, items] = await Promise.all([
    readLastId(kind),
    queryOnce(TallyItem, { kind }, { reverse: true, limit: LATEST }),
  ]);
  const first = items.length < LATEST ? 0 : (items.at(-1)?.million ?? 0) * TALLIES_PER_ITEM;
  return { last, tallies: byMillion(items), first };
}

const LATEST = 2;
const byMillion = (items: readonly Stored<typeof TallyItem>[]): StoredTallies =>
  new Map(items.map((item) => [item.million, item]));

/** The tally of a block; undefined if it is not stored. */
export function tallyOf(tallies: StoredTallies, block: number): number | undefined {
  const { million, attribute } = tallyLocation(block);
  const count = tallies.get(million)?.[attribute];
  return typeof count === "number" ? count : undefined;
}

/** All stored tallies, with the numbers of their blocks. */
export const allTallies = (tallies: StoredTallies): { block: number; count: number }[] =>
  [...tallies.values()].flatMap(({ million, ...attributes }) =>
    Object.entries(attributes).flatMap(([name, count]) =>
      /^n\d{3}$/.test(name) && typeof count === "number"
        ? [{ block: million * TALLIES_PER_ITEM + Number(name.slice(1)), count }]
        : [],
    ),
  );

/** The ids of a block. */
export const idsOfBlock = (block: number): IdSpan => ({
  first: block * BLOCK,
  last: block * BLOCK + BLOCK - 1,
});

/** Counts the current elements of a block. */
export const countBlock = ({ locator }: CountedKind, block: number): Promise<number> =>
  countLocations(locator, idsOfBlock(block));

/** Counts the elements of each block up to the last leased id, by its tally if it has one: two round trips for any number of blocks. */
export async function countBlocks(kind: CountedKind): Promise<number[]> {
  const { last, tallies } = await readTallies(kind);
  const blocks = Array.from({ length: Math.floor(last / BLOCK) + 1 }, (_, block) => block);
  const count = (block: number): Promise<number> => {
    const ids = idsOfBlock(block);
    return countLocations(kind.locator, { ...ids, last: Math.min(ids.last, last) });
  };
  return Promise.all(blocks.map((block) => tallyOf(tallies, block) ?? count(block)));
}
