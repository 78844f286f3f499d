import { Failure } from "#lib/failures.ts";

/** Errors of a table that takes no more for now. */
const THROTTLED = /^(ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded)/;

/** Whether something went wrong only because the table has too much to do, or others hold an item. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Failure
    ? error.code === "temporarily_unavailable"
    : error instanceof Error && THROTTLED.test(error.name);

/** What is wrong with a line, if an error says so; whatever else goes wrong ends the import. */
export function refusalOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return isBusy(error) ? undefined : error;
  if (error instanceof Error && error.name === "ValidationException")
    return new Failure("invalid_request", `The table does not take it: ${error.message}`);
  return undefined;
}
