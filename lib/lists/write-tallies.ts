import { chunksOf } from "#lib/platform/chunks.ts";
import { absent, any, type Condition, greaterThan } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import { update } from "#lib/table/operations.ts";
import { queryOnce } from "#lib/table/query.ts";
import { writeOne } from "#lib/table/write.ts";
import { TallyItem } from "./entity.ts";
import { isFrozen } from "./frozen.ts";
import { findElements, type ListKind } from "./kind.ts";
import {
  type CountedKind,
  countBlock,
  readTallies,
  storedCount,
  storedCounts,
  tallyLocation,
} from "./list-of-all.ts";
import { BLOCK } from "./locations.ts";

/** Blocks counted side by side. */
const AT_ONCE = 20;
/** Elements of a block looked at to know whether they are old; the first may have been deleted meanwhile. */
const LOOKED_AT = 10;

/** Writes the counts of the blocks of ids that are sealed and not counted yet. */
export async function writeTallies(kind: ListKind): Promise<void> {
  const { last, rows } = await readTallies(kind);
  const blocks = Array.from({ length: Math.floor(last / BLOCK) }, (_, block) => block);
  const sealed = await sealedAmong(
    kind,
    blocks.filter((block) => storedCount(rows, block) === undefined),
  );
  await inTurns(sealed, async (block) => {
    await writeIf(kind, block, (attribute, count) => any(absent(attribute), greaterThan(attribute, count)));
    // What was deleted while it was counted has found nothing to lower.
    await lowerTally(kind, block);
  });
}

/**
 * Lowers the counts of the blocks in which elements were deleted. A sealed block only ever gets fewer, so the lowest count is
 * the latest: it does not matter how often, late or side by side this is done.
 */
export async function lowerTallies(kind: CountedKind, ids: readonly number[]): Promise<void> {
  const blocks = new Set(ids.map((id) => Math.floor(id / BLOCK)));
  await inTurns([...blocks], (block) => lowerTally(kind, block));
}

/**
 * Drops the counts that are wrong, of all blocks or of some, writes them and all that are missing, and answers how many were
 * wrong.
 */
export async function recountTallies(kind: ListKind, among?: ReadonlySet<number>): Promise<number> {
  const { rows } = await readTallies(kind);
  let wrong = 0;
  const counted = storedCounts(rows).filter(({ block }) => among?.has(block) ?? true);
  await inTurns(counted, async ({ block, count }) => {
    if (count === (await countBlock(kind, block))) return;
    const { million, attribute } = tallyLocation(block);
    await writeOne(update(TallyItem, { kind: kind.kind, million }, { remove: [attribute] }));
    wrong += 1;
  });
  await writeTallies(kind);
  return wrong;
}

/** Blocks that one update counts; its text has 4 KB at most. */
const EMPTIED = 200;

/** Writes down of blocks between two, both left out, that none but these will ever hold anything. */
export async function writeEmptyTallies(
  { kind }: CountedKind,
  { from, to, but }: { from: number; to: number; but: ReadonlySet<number> },
): Promise<void> {
  const empty = Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => from + 1 + at).filter(
    (block) => !but.has(block),
  );
  const rows = Map.groupBy(empty, (block) => tallyLocation(block).million);
  await inTurns([...rows], async ([million, blocks]) => {
    for (const chunk of chunksOf(blocks, EMPTIED)) {
      const counts = chunk.map((block) => [tallyLocation(block).attribute, 0]);
      const set = { kind, million, ...Object.fromEntries(counts) };
      await writeOne(update(TallyItem, { kind, million }, { set }));
    }
  });
}

const lowerTally = (kind: CountedKind, block: number): Promise<void> => writeIf(kind, block, greaterThan);

/** Counts a block and writes that, if its count so far allows it. */
async function writeIf(
  counted: CountedKind,
  block: number,
  allowed: (attribute: string, count: number) => Condition,
): Promise<void> {
  const { kind } = counted;
  const { million, attribute } = tallyLocation(block);
  const count = await countBlock(counted, block);
  const set = { kind, million, [attribute]: count };
  await ignoreFailedCondition(
    writeOne(update(TallyItem, { kind, million }, { set, if: allowed(attribute, count) })),
  );
}

/** Those blocks, of rising numbers, that are followed by an element which is sealed. */
async function sealedAmong(kind: ListKind, blocks: readonly number[]): Promise<readonly number[]> {
  for (let count = blocks.length; count > 0; count -= 1)
    if (await holdsSealed(kind, (blocks[count - 1] ?? 0) + 1)) return blocks.slice(0, count);
  return [];
}

async function holdsSealed(kind: ListKind, block: number): Promise<boolean> {
  const range = { wholePartition: true, limit: LOOKED_AT };
  const first = await queryOnce(kind.locator, { id: block * BLOCK }, range);
  return (await findElements(kind, first)).some(isFrozen);
}

async function inTurns<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (const chunk of chunksOf(list, AT_ONCE)) await Promise.all(chunk.map(work));
}
