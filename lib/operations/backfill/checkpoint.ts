import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { equals } from "#lib/table/condition.ts";
import { put, remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { BackfillItem, type BackfillState, NO_COUNTS } from "./entity.ts";

/** Parts of the table that are worked on side by side. */
const SEGMENTS = 4;
/** Days after which one that was never finished begins again: who knows what was released since. */
const DAYS_KEPT = 7;

/** The beginning of a backfill. */
export const beginning = (kind: string): BackfillState => ({
  kind,
  run: randomUUID(),
  startedAt: nowIso(),
  segments: Array.from({ length: SEGMENTS }, () => ({ after: null, isDone: false })),
  counts: NO_COUNTS,
  examples: [],
  ttl: expiryInDays(DAYS_KEPT),
});

/** Goes on where the backfill of a kind was, or begins one; another process that worked on it must stop. */
export async function takeCheckpoint(
  kind: string,
  { isRestart }: { isRestart: boolean },
): Promise<BackfillState> {
  const before = await getItem(BackfillItem, { kind });
  const fresh = beginning(kind);
  const state = before && !isRestart ? { ...before, run: fresh.run, ttl: fresh.ttl } : fresh;
  await writeOne(
    put(BackfillItem, state, { ...(before && { if: equals("run", before.run) }), failure: TAKEN }),
  );
  return state;
}

/** Writes down how far it is. */
export async function keepCheckpoint(state: BackfillState): Promise<void> {
  const kept = { ...state, ttl: expiryInDays(DAYS_KEPT) };
  await writeOne(put(BackfillItem, kept, mine(state)));
}

/** Ends a backfill that is done. */
export async function endCheckpoint(state: BackfillState): Promise<void> {
  await writeOne(remove(BackfillItem, { kind: state.kind }, mine(state)));
}

const TAKEN = new Failure("conflict", "Another process took over the backfill.");

const mine = ({ run }: BackfillState) => ({ if: equals("run", run), failure: TAKEN });
