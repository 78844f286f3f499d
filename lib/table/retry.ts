import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-error.ts";
import { ConditionFailed } from "./condition-failed.ts";
import { cancellationReasons } from "./table-errors.ts";

const TRIES = 12;
/** Milliseconds of the longest wait before the first repetition; grows with every try. */
const WAIT = 8;

/**
 * Repeats reading, deciding and writing if the condition of the write fails, because another call was faster.
 *
 * @throws {Failure} `temporarily_unavailable` if other calls are faster each time
 */
export async function retryFailedCondition<T>(
  attempt: (previous: ConditionFailed | undefined) => Promise<T>,
): Promise<T> {
  let previous: ConditionFailed | undefined;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      previous = error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT * tries));
    }
  }
  throw new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
    headers: { "Retry-After": "1" },
  });
}

/** Tries when another transaction has an item, and the longest wait before the first repetition, in ms; doubled each time. */
const CONFLICT_TRIES = 9;
const CONFLICT_WAIT = 10;

/** Reasons of cancelled transactions that may succeed a little later: others have an item, or its partition is too busy. */
const TRANSIENT = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const isConflict = (error: unknown): boolean =>
  isAwsError(error, "TransactionConflictException") ||
  isAwsError(error, "TransactionInProgressException") ||
  cancellationReasons(error).some(({ Code }) => Code !== undefined && TRANSIENT.has(Code));

/**
 * Repeats a write while another transaction has one of its items.
 *
 * @throws {Failure} `temporarily_unavailable` after {@link CONFLICT_TRIES} tries
 */
export async function retryConflicts<T>(attempt: (previous: unknown) => Promise<T>): Promise<T> {
  let previous: unknown;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!isConflict(error)) throw error;
      previous = error;
      if (tries === CONFLICT_TRIES)
        throw new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
          headers: { "Retry-After": "1" },
        });
      const longest = CONFLICT_WAIT * 2 ** (tries - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}
