import { nowIso } from "#lib/platform/clock.ts";
import { keepGaps } from "#lib/table/id-gaps.ts";
import { lastId, raiseIds } from "#lib/table/raise-ids.ts";
import type { ImportState } from "./entity.ts";
import { keepLease } from "./lease.ts";
import { ENUMERATED, type Survey } from "./survey.ts";

/**
 * Raises the counters of all kinds above the ids of a file, so that nothing made from now on has one of them, and answers the last
 * ids given out before. They are written down first: an import that goes on remembers which ids were nobody's.
 */
export async function reserveIds(state: ImportState, { highest, ids }: Survey): Promise<ImportState> {
  const floors: Record<string, number> = {};
  for (const kind of highest.keys()) floors[kind] = state.floors[kind] ?? (await lastId(kind));
  let { raisedAt } = state;
  await keepLease(state, { floors, raisedAt });
  for (const [kind, to] of highest) {
    const before = await raiseIds(kind, to);
    if (before >= to && state.floors[kind] !== undefined) continue;
    floors[kind] = before;
    raisedAt = nowIso();
  }
  await keepLease(state, { floors, raisedAt });
  for (const kind of ENUMERATED) {
    const [floor, to] = [floors[kind], highest.get(kind)];
    if (floor !== undefined && to !== undefined)
      await keepGaps(kind, { floor, to, ids: ids.get(kind) ?? [] });
  }
  return { ...state, floors, raisedAt };
}
