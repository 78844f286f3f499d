import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { BackfillItem, type BackfillState, NO_COUNTS } from "./entity.ts";

/** Parts of the table that are processed in parallel. */
const SEGMENTS = 4;
/** Days after which an unfinished backfill starts again: later releases may have written items in an older format. */
const CHECKPOINT_DAYS = 7;

/** Creates the state of a backfill that has not processed anything. */
export const initialState = (kind: string): BackfillState => ({
  kind,
  run: randomUUID(),
  startedAt: nowIso(),
  segments: Array.from({ length: SEGMENTS }, () => ({ after: null, isDone: false })),
  counts: NO_COUNTS,
  examples: [],
  ttl: expiryInDays(CHECKPOINT_DAYS),
});

/** Reads the checkpoint of a kind, or creates one, and takes it over: a process that still uses it fails at its next step. */
export async function takeOverCheckpoint(
  kind: string,
  { isRestart }: { isRestart: boolean },
): Promise<BackfillState> {
  const stored = await findItem(BackfillItem, { kind });
  const initial = initialState(kind);
  const state = stored && !isRestart ? { ...stored, run: initial.run, ttl: initial.ttl } : initial;
  const condition = stored && { if: equals("run", stored.run) };
  await writeOne(put(BackfillItem, state, { ...condition, failure: TAKEN_OVER }));
  return state;
}

/**
 * Stores the progress of a backfill.
 *
 * @throws {Failure} `conflict` if another process has taken it over
 */
export async function saveCheckpoint(state: BackfillState): Promise<void> {
  const renewed = { ...state, ttl: expiryInDays(CHECKPOINT_DAYS) };
  await writeOne(put(BackfillItem, renewed, ifSameRun(state)));
}

/**
 * Deletes the checkpoint of a finished backfill.
 *
 * @throws {Failure} `conflict` if another process has taken it over
 */
export async function deleteCheckpoint(state: BackfillState): Promise<void> {
  await writeOne(remove(BackfillItem, { kind: state.kind }, ifSameRun(state)));
}

const TAKEN_OVER = new Failure("conflict", "Another process took over the backfill.");

const ifSameRun = ({ run }: BackfillState) => ({ if: equals("run", run), failure: TAKEN_OVER });
