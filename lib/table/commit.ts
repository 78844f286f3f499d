import { AsyncLocalStorage } from "node:async_hooks";
import type { Operation } from "./operations.ts";
import { MOST_OPERATIONS, transact } from "./write.ts";

/** Makes, from what a call results in, the write that keeps it. */
type CreateRecord = (result: unknown) => Promise<Operation>;

/** How the result of a call is kept, and how one that was made before is refused. */
export interface ResultRecorder {
  createRecord: CreateRecord;
  /** Fails when the key has a result already. */
  rejectReplay: () => Promise<void>;
}

const recorders = new AsyncLocalStorage<(ResultRecorder & { isRecorded: boolean }) | undefined>();

/** Operations of one commit: one of a transaction's is for the result. */
export const MOST_COMMITTED_OPERATIONS = MOST_OPERATIONS - 1;

/**
 * Writes all operations of a use case or none, and answers its result. For a call with an Idempotency-Key the result is
 * kept in the same transaction, so the change is never there without it (`lib/http/idempotency.ts`).
 */
export async function commitResult<T>(result: T, operations: readonly Operation[]): Promise<T> {
  const recorder = recorders.getStore();
  // First, so that it speaks before whatever a repetition meets because the first call has changed it.
  const records = recorder && !recorder.isRecorded ? [await recorder.createRecord(result)] : [];
  await transact([...records, ...operations]);
  if (recorder) recorder.isRecorded = true;
  return result;
}

/**
 * Runs what a call does in parts, none of which keeps its result: no transaction of theirs can refuse a call that was made
 * before, so that is looked up first.
 */
export async function runInParts<T>(run: () => Promise<T>): Promise<T> {
  await recorders.getStore()?.rejectReplay();
  return recorders.run(undefined, run);
}

/** Whether the call that runs keeps its result, and so has to write it with `commitResult`. */
export const recordsResult = (): boolean => recorders.getStore() !== undefined;

/** Runs a call whose result its commit keeps; what ended without a commit is kept afterwards. */
export const recordResult = <T>(recorder: ResultRecorder, run: () => Promise<T>): Promise<T> =>
  recorders.run({ ...recorder, isRecorded: false }, async () => {
    const result = await run();
    return recorders.getStore()?.isRecorded ? result : commitResult(result, []);
  });
