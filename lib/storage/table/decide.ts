import { ConditionFailed } from "./condition-failed.ts";
import type { Operation } from "./operations.ts";
import { retryFailedCondition } from "./retry.ts";
import { SeenItems } from "./seen-items.ts";
import { commitResult } from "./write.ts";

/** What a use case writes, and its result. Without operations nothing is written. */
export interface Decision<T> {
  result: T;
  operations: readonly Operation[];
}

/** Writes operations in one transaction, and returns the result. */
type Commit = <T>(result: T, operations: readonly Operation[]) => Promise<T>;

/**
 * Decides on a change and writes it, until its conditions hold. `decide` gets the items whose conditions have failed so far: it decides again
 * with them, or throws the failure that they show. Items that only an earlier write has shown are read again first.
 *
 * @throws {Failure} `temporarily_unavailable` if the items change faster than it can decide
 */
export function writeDecision<T>(
  decide: (seen: SeenItems) => Decision<T> | Promise<Decision<T>>,
  commit: Commit = commitResult,
): Promise<T> {
  const seen = new SeenItems();
  return retryFailedCondition(async () => {
    if (seen.isOutdated) await seen.refresh();
    const { result, operations } = await decide(seen);
    if (operations.length === 0) return result;
    try {
      return await commit(result, operations);
    } catch (error) {
      if (error instanceof ConditionFailed) seen.add(error);
      throw error;
    }
  });
}
