import { SequenceItem } from "#lib/table/ids.ts";
import { update } from "#lib/table/operations.ts";
import { getItem, queryOnce } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";
import { BookingItem, BookingLocator, BookingTally } from "./entity.ts";
import { isSealed } from "./sealed.ts";
import { BLOCK, countBlock, talliedCount, tallyPlace, tallyRows } from "./tally.ts";

/** Blocks counted side by side. */
const AT_ONCE = 20;

/** Writes the counts of the blocks of ids that are sealed and not counted yet, or of all that are sealed. */
export async function writeTallies({ again = false } = {}): Promise<void> {
  const [sequence, rows] = await Promise.all([getItem(SequenceItem, { kind: "booking" }), tallyRows()]);
  const blocks = Array.from({ length: Math.floor((sequence?.last ?? 0) / BLOCK) }, (_, block) => block);
  const uncounted = again ? blocks : blocks.filter((block) => talliedCount(rows, block) === undefined);
  const sealed = await sealedAmong(uncounted);
  for (let at = 0; at < sealed.length; at += AT_ONCE)
    await Promise.all(sealed.slice(at, at + AT_ONCE).map(writeTally));
}

/** Those blocks, of rising numbers, that are followed by a booking which is sealed. */
async function sealedAmong(blocks: readonly number[]): Promise<readonly number[]> {
  for (let count = blocks.length; count > 0; count -= 1)
    if (await beginsSealed((blocks[count - 1] ?? 0) + 1)) return blocks.slice(0, count);
  return [];
}

async function beginsSealed(block: number): Promise<boolean> {
  const range = { wholePartition: true, limit: 1 };
  const [first] = await queryOnce(BookingLocator, { id: block * BLOCK }, range);
  const booking = first && (await getItem(BookingItem, first));
  return booking !== undefined && isSealed(booking);
}

/** A sealed block has one count, so writing it twice is harmless. */
async function writeTally(block: number): Promise<void> {
  const { million, attribute } = tallyPlace(block);
  await write(update(BookingTally, { million }, { set: { million, [attribute]: await countBlock(block) } }));
}
