import type { CancellationReason, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-errors.ts";
import { ConditionFailed } from "./condition-failed.ts";

const TRIES = 14;
/** Maximum milliseconds before the second try. */
const WAIT = 8;
/** Before each further try, the maximum is this many times longer: then dozens of concurrent changes of an item don't all meet again. */
const WAIT_GROWTH = 1.5;

const tooManyChanges = (): Failure =>
  new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
    headers: { "Retry-After": "1" },
  });

/**
 * Repeats an attempt to read, decide and write while its condition fails because of concurrent changes.
 *
 * @throws {Failure} `temporarily_unavailable` after {@link TRIES} tries
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
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT * WAIT_GROWTH ** (tries - 1)));
    }
  }
  throw tooManyChanges();
}

/** Tries of a write that conflicts with another transaction. */
const CONFLICT_TRIES = 9;
/** Maximum milliseconds before the second try; doubled before each further one. */
const CONFLICT_WAIT = 10;

/** Reasons of cancelled transactions that may succeed a little later: a concurrent transaction, or a partition that is too busy. */
const TRANSIENT = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const isConflict = (error: unknown): boolean =>
  isAwsError(error, "TransactionConflictException") ||
  isAwsError(error, "TransactionInProgressException") ||
  cancellationReasons(error).some(({ Code }) => Code !== undefined && TRANSIENT.has(Code));

/**
 * Repeats a write while it conflicts with concurrent transactions.
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
      if (tries === CONFLICT_TRIES) throw tooManyChanges();
      const longest = CONFLICT_WAIT * 2 ** (tries - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}

/** The reasons of a cancelled transaction, in the order of its operations; empty for any other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (!isAwsError<TransactionCanceledException>(error, "TransactionCanceledException")) return [];
  return error.CancellationReasons ?? [];
}

/** Whether a write failed because an item would exceed DynamoDB's limit of 400 KB. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const messages = [error.message, ...cancellationReasons(error).map(({ Message = "" }) => Message)];
  return messages.some((message) => message.includes("exceeded the maximum allowed size"));
}
