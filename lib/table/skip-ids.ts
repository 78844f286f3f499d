import { ID_KINDS, type IdKind } from "./ids.ts";
import { raiseIds, readLastId } from "./raise-ids.ts";

/** The last ids of each kind that are passed over, from the one behind the last that is known to be somebody's. */
export type SkippedIds = Record<IdKind, number>;

/**
 * Sees to it that so many ids of each kind are never given out, for a table that was restored does not know of the latest that were.
 * With `isDryRun` only says which.
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
