import { countItems } from "#lib/table/count.ts";
import type { Stored } from "#lib/table/entity.ts";
import { lastId } from "#lib/table/raise-ids.ts";
import { queryAll } from "#lib/table/read.ts";
import { TallyItem } from "./entity.ts";
import type { ListKind } from "./kind.ts";

/** What a count needs to know of a kind. */
export type CountedKind = Pick<ListKind, "kind" | "locator">;

/** Ids of one block: those whose locators share a partition. */
export const BLOCK = 1_000;
const BLOCKS_PER_ROW = 1_000;

/** Where the count of a block is kept, from its number. */
export const tallyLocation = (block: number): { million: number; attribute: string } => ({
  million: Math.floor(block / BLOCKS_PER_ROW),
  attribute: `n${String(block % BLOCKS_PER_ROW).padStart(3, "0")}`,
});

type Row = Stored<typeof TallyItem>;

/** The last id given out, and the tallies as stored, by million. */
export async function readTallies({ kind }: CountedKind): Promise<{ last: number; rows: Map<number, Row> }> {
  const [last, rows] = await Promise.all([lastId(kind), queryAll(TallyItem, { kind })]);
  return { last, rows: new Map(rows.map((row) => [row.million, row])) };
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
