import { countItems } from "#lib/table/count.ts";
import type { Stored } from "#lib/table/entity.ts";
import { SequenceItem } from "#lib/table/ids.ts";
import { getItem, queryAll } from "#lib/table/read.ts";
import { BookingLocator, BookingTally } from "./entity.ts";

/** Ids of one block: those whose locators share a partition. */
export const BLOCK = 1_000;
const BLOCKS_PER_ROW = 1_000;

/** Where the count of a block is kept, from its number. */
export const tallyPlace = (block: number): { million: number; attribute: string } => ({
  million: Math.floor(block / BLOCKS_PER_ROW),
  attribute: `n${String(block % BLOCKS_PER_ROW).padStart(3, "0")}`,
});

type Row = Stored<typeof BookingTally>;

/** The tallies as stored, by million. */
export async function tallyRows(): Promise<Map<number, Row>> {
  const rows = await queryAll(BookingTally, {});
  return new Map(rows.map((row) => [row.million, row]));
}

/** The count of a block that is complete and was counted; undefined when it is not. */
export function talliedCount(rows: ReadonlyMap<number, Row>, block: number): number | undefined {
  const { million, attribute } = tallyPlace(block);
  const count = rows.get(million)?.[attribute];
  return typeof count === "number" ? count : undefined;
}

/** Counts the bookings in a block of ids as they are now. */
export const countBlock = async (block: number): Promise<number> =>
  (await countItems(BookingLocator, { id: block * BLOCK }, { wholePartition: true })).count;

/** How many bookings there are in each block up to the last id given out: two round trips, however many there are. */
export async function blockCounts(): Promise<number[]> {
  const [sequence, rows] = await Promise.all([getItem(SequenceItem, { kind: "booking" }), tallyRows()]);
  const blocks = Math.floor((sequence?.last ?? 0) / BLOCK) + 1;
  return Promise.all(
    Array.from({ length: blocks }, (_, block) => talliedCount(rows, block) ?? countBlock(block)),
  );
}
