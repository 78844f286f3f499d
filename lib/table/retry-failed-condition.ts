import { Failure } from "#lib/failures.ts";
import { ConditionFailed } from "./condition-failed.ts";

const TRIES = 12;
/** Milliseconds of the longest wait before the first repetition; grows with every try. */
const WAIT = 8;

/**
 * Repeats a read-decide-write when its write was refused because somebody else was faster, on the fresh state.
 *
 * @throws {Failure} `temporarily_unavailable` when others stay faster
 */
export async function retryFailedCondition<T>(
  attempt: (previous: ConditionFailed | undefined) => Promise<T>,
): Promise<T> {
  let previous: ConditionFailed | undefined;
  for (let tried = 1; tried <= TRIES; tried += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      previous = error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT * tried));
    }
  }
  throw new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
    headers: { "Retry-After": "1" },
  });
}
