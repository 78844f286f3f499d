import { ID_KINDS, type IdKind } from "./ids.ts";
import { raiseIds, readLastId } from "./raise-ids.ts";

/** The last skipped id of each kind. */
export type SkippedIds = Record<IdKind, number>;

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
