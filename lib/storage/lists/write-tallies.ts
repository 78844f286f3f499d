import { chunksOf } from "#lib/platform/chunks.ts";
import { absent, any, type Condition, greaterThan } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { isFrozen } from "./frozen.ts";
import { type ListKind, readElements } from "./kind.ts";
import { readLocations } from "./locations.ts";
import {
  allTallies,
  BLOCK,
  type CountedKind,
  countBlock,
  idsOfBlock,
  readLatestTallies,
  readTallies,
  TallyItem,
  tallyLocation,
  tallyOf,
} from "./tallies.ts";

/** Blocks counted in parallel. */
const PARALLEL_BLOCKS = 20;
/** Elements of a block whose age is checked. More than one, because the first one may have been deleted after it was found. */
const SAMPLE_SIZE = 10;

/** Writes the missing tallies of the frozen blocks among those of the latest millions of ids: the others have theirs. */
export async function writeTallies(kind: ListKind): Promise<void> {
  await writeMissingTallies(kind, await readLatestTallies(kind));
}

async function writeMissingTallies(
  kind: ListKind,
  { last, tallies, first }: Awaited<ReturnType<typeof readLatestTallies>>,
): Promise<void> {
  const missing: number[] = [];
  for (let block = first; block < Math.floor(last / BLOCK); block += 1)
    if (tallyOf(tallies, block) === undefined) missing.push(block);
  const frozen = await frozenAmong(kind, missing);
  await runInChunks(frozen, async (block) => {
    await writeTally(kind, block, (attribute, count) =>
      any(absent(attribute), greaterThan(attribute, count)),
    );
    // An element that was deleted during the count found no tally to lower.
    await lowerTally(kind, block);
  });
}

/**
 * Lowers the tallies of the blocks in which elements were deleted. The number of elements in a frozen block only falls, so the lowest count is
 * the latest: repeated, late and concurrent calls do no harm.
 */
export async function lowerTallies(kind: CountedKind, ids: readonly number[]): Promise<void> {
  const blocks = new Set(ids.map((id) => Math.floor(id / BLOCK)));
  await runInChunks([...blocks], (block) => lowerTally(kind, block));
}

/** Deletes the wrong tallies, of all blocks or of some, writes all missing ones, and returns the number of wrong ones. */
export async function recountTallies(kind: ListKind, among?: ReadonlySet<number>): Promise<number> {
  const { tallies } = await readTallies(kind);
  let wrong = 0;
  const checked = allTallies(tallies).filter(({ block }) => among?.has(block) ?? true);
  await runInChunks(checked, async ({ block, count }) => {
    if (count === (await countBlock(kind, block))) return;
    const { million, attribute } = tallyLocation(block);
    await writeOne(update(TallyItem, { kind: kind.kind, million }, { remove: [attribute] }));
    wrong += 1;
  });
  await writeMissingTallies(kind, { ...(await readTallies(kind)), first: 0 });
  return wrong;
}

/** Tallies of one update, whose expression can have 4 KB. */
const TALLIES_PER_UPDATE = 200;

/** Writes a tally of 0 for the blocks between two blocks, exclusive, that will never have elements: all except some. */
export async function writeEmptyTallies(
  { kind }: CountedKind,
  { from, to, except }: { from: number; to: number; except: ReadonlySet<number> },
): Promise<void> {
  const empty = Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => from + 1 + at).filter(
    (block) => !except.has(block),
  );
  const byMillion = Map.groupBy(empty, (block) => tallyLocation(block).million);
  await runInChunks([...byMillion], async ([million, blocks]) => {
    for (const chunk of chunksOf(blocks, TALLIES_PER_UPDATE)) {
      const counts = chunk.map((block) => [tallyLocation(block).attribute, 0]);
      const set = { kind, million, ...Object.fromEntries(counts) };
      await writeOne(update(TallyItem, { kind, million }, { set }));
    }
  });
}

const lowerTally = (kind: CountedKind, block: number): Promise<void> => writeTally(kind, block, greaterThan);

/** Counts a block and writes its tally, if the stored one meets a condition. */
async function writeTally(
  counted: CountedKind,
  block: number,
  conditionFor: (attribute: string, count: number) => Condition,
): Promise<void> {
  const { kind } = counted;
  const { million, attribute } = tallyLocation(block);
  const count = await countBlock(counted, block);
  const set = { kind, million, [attribute]: count };
  await ignoreFailedCondition(
    writeOne(update(TallyItem, { kind, million }, { set, if: conditionFor(attribute, count) })),
  );
}

/**
 * The frozen blocks among some blocks in ascending order: those that are followed by a block with a frozen element. The steps double, because
 * thousands of blocks may be new; blocks that are left out follow with a later call.
 */
async function frozenAmong(kind: ListKind, blocks: readonly number[]): Promise<readonly number[]> {
  for (let count = blocks.length, step = 1; count > 0; count -= step, step *= 2)
    if (await hasFrozenElement(kind, (blocks[count - 1] ?? 0) + 1)) return blocks.slice(0, count);
  return [];
}

async function hasFrozenElement(kind: ListKind, block: number): Promise<boolean> {
  const locations = await readLocations(kind.locator, idsOfBlock(block), { order: "asc" });
  return (await readElements(kind, locations.slice(0, SAMPLE_SIZE))).some(isFrozen);
}

async function runInChunks<T>(list: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  for (const chunk of chunksOf(list, PARALLEL_BLOCKS)) await Promise.all(chunk.map(run));
}
