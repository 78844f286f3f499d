import { absent, any, equals } from "./condition.ts";
import { IdGapsItem, type IdRange, readIdGaps, splitGaps } from "./id-gaps.ts";
import { ID_KINDS, type IdKind, SequenceItem } from "./ids.ts";
import { type Operation, update } from "./operations.ts";
import { findItem } from "./read.ts";
import { retryFailedCondition } from "./retry.ts";
import { transact } from "./write.ts";

/** Reads the last leased id of a kind; 0 if there is none. */
export const readLastId = async (kind: IdKind): Promise<number> =>
  (await findItem(SequenceItem, { kind }))?.last ?? 0;

/**
 * Raises the counter of a kind, so that no id up to `to` is leased from now on, and returns the last id leased before. `used` are the ids
 * up to `to` that an import will use: the same transaction stores the wide gaps between them. Without `used`, no gaps are stored.
 */
export const raiseIds = (kind: IdKind, to: number, used?: readonly number[]): Promise<number> =>
  retryFailedCondition(async () => {
    const last = await readLastId(kind);
    if (to <= last && !used) return last;
    const skipped: IdRange[] = to > last ? [[last + 1, to]] : [];
    const set = { last: Math.max(last, to) };
    await transact([
      update(SequenceItem, { kind }, { set, if: last === 0 ? absent("last") : equals("last", last) }),
      ...(used ? [await storeGaps(kind, skipped, used)] : []),
    ]);
    return last;
  });

/** Adds the skipped ids to the gaps of a kind, and splits all gaps at the used ids. The condition fails if the gaps change in between. */
async function storeGaps(
  kind: IdKind,
  skipped: readonly IdRange[],
  used: readonly number[],
): Promise<Operation> {
  const before = await readIdGaps(kind);
  const isUnchanged = equals("gaps", before);
  return update(
    IdGapsItem,
    { kind },
    {
      set: { kind, gaps: splitGaps([...before, ...skipped], used) },
      if: before.length === 0 ? any(absent("gaps"), isUnchanged) : isUnchanged,
    },
  );
}

/** The last skipped id of each kind. */
type SkippedIds = Record<IdKind, number>;

/**
 * Skips this number of ids of each kind, so that they are never used. In a restored table the counters may be lower than the ids that were
 * already used. With `isDryRun`, only returns the ids.
 */
export async function skipIds(count: number, { isDryRun }: { isDryRun: boolean }): Promise<SkippedIds> {
  const skipped: Partial<SkippedIds> = {};
  for (const kind of ID_KINDS) {
    const floor = await readLastId(kind);
    const to = floor + count;
    skipped[kind] = to;
    if (isDryRun) continue;
    await raiseIds(kind, to, []);
  }
  return skipped as SkippedIds;
}
