import { AsyncLocalStorage } from "node:async_hooks";
import type { Operation } from "./operations.ts";
import { MOST_OPERATIONS, transact } from "./write.ts";

/** Makes, from what a call results in, the write that keeps it. */
type KeepResult = (result: unknown) => Promise<Operation>;

/** How the result of a call is kept, and how one that was made before is refused. */
export interface Keeping {
  keep: KeepResult;
  /** Fails when the key has a result already. */
  refuseRepetition: () => Promise<void>;
}

const keepings = new AsyncLocalStorage<(Keeping & { isKept: boolean }) | undefined>();

/** Operations of one commit: one of a transaction's is for the result. */
export const MOST_COMMITTED = MOST_OPERATIONS - 1;

/**
 * Writes all operations of a use case or none, and answers its result. For a call with an Idempotency-Key the result is
 * kept in the same transaction, so the change is never there without it (`lib/http/idempotency.ts`).
 */
export async function commit<T>(result: T, operations: readonly Operation[]): Promise<T> {
  const keeping = keepings.getStore();
  // First, so that it speaks before whatever a repetition meets because the first call has changed it.
  const kept = keeping && !keeping.isKept ? [await keeping.keep(result)] : [];
  await transact([...kept, ...operations]);
  if (keeping) keeping.isKept = true;
  return result;
}

/**
 * Runs what a call does in parts, none of which keeps its result: no transaction of theirs can refuse a call that was made
 * before, so that is looked up first.
 */
export async function inParts<T>(run: () => Promise<T>): Promise<T> {
  await keepings.getStore()?.refuseRepetition();
  return keepings.run(undefined, run);
}

/** Whether the call that runs keeps its result, and so has to write it with `commit`. */
export const keepsResult = (): boolean => keepings.getStore() !== undefined;

/** Runs a call whose result its commit keeps; what ended without a commit is kept afterwards. */
export const keepingResult = <T>(keeping: Keeping, run: () => Promise<T>): Promise<T> =>
  keepings.run({ ...keeping, isKept: false }, async () => {
    const result = await run();
    return keepings.getStore()?.isKept ? result : commit(result, []);
  });
