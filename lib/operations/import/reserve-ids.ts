import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { BLOCK } from "#lib/storage/lists/tallies.ts";
import { writeEmptyTallies } from "#lib/storage/lists/write-tallies.ts";
import { raiseIds, readLastId } from "#lib/storage/table/raise-ids.ts";
import type { Survey } from "./survey.ts";

/** Raises the id counters above the ids of a file, so that no object created later gets one of them. */
export async function reserveIds({ highest, ids, blocks }: Survey): Promise<void> {
  for (const [kind, to] of highest) {
    const before = await raiseIds(kind, to, ids.get(kind));
    const list = LIST_KINDS.find((each) => each.kind === kind);
    const range = { from: Math.floor(before / BLOCK), to: Math.floor(to / BLOCK) };
    // Blocks of skipped ids stay empty; counting each of them in every list would be slow.
    if (list) await writeEmptyTallies(list, { ...range, except: blocks.get(kind) ?? new Set() });
  }
}

/** Finds the lowest id that a new object of each kind in a file can have once the counters are raised. */
export async function findNextIds({ highest }: Survey): Promise<Record<string, number>> {
  const next = [...highest].map(
    async ([kind, to]) => [kind, Math.max(to, await readLastId(kind)) + 1] as const,
  );
  return Object.fromEntries(await Promise.all(next));
}
