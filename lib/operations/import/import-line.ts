import { Failure } from "#lib/failures.ts";
import { importBooking } from "./import-booking.ts";
import type { ImportContext } from "./import-context.ts";
import { importEventType, importMembership, importTeam, importUser } from "./import-people.ts";
import type { ImportLine } from "./line.ts";
import type { Outcome } from "./write-line.ts";

/** Most attempts of a line while the table is too busy, and the milliseconds before the second one; each wait is twice as long. */
const ATTEMPTS = 7;
const FIRST_WAIT = 1_000;

/**
 * Imports a line. Returns the failure if the line is rejected.
 *
 * @throws {Failure} `temporarily_unavailable` when the table stays too busy
 */
export async function importLine(
  line: ImportLine,
  context: ImportContext,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Outcome | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importObject(line, context);
    } catch (error) {
      const rejection = rejectionOf(error);
      if (rejection) return rejection;
      if (!isBusy(error)) throw error;
      if (attempt === ATTEMPTS) throw stillBusy();
    }
    await wait(FIRST_WAIT * 2 ** (attempt - 1));
  }
}

function importObject(line: ImportLine, context: ImportContext): Promise<Outcome> {
  switch (line.type) {
    case "user":
      return importUser(line, context);
    case "team":
      return importTeam(line, context);
    case "membership":
      return importMembership(line, context);
    case "event_type":
      return importEventType(line, context);
    case "booking":
      return importBooking(line, context);
    default:
      return line satisfies never;
  }
}

const stillBusy = (): Failure =>
  new Failure(
    "temporarily_unavailable",
    "DynamoDB throttles the import. Run the same command again: it imports the missing lines.",
  );

/** Errors of a throttled table. */
const THROTTLED = /^(ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded)/;

/** Whether an error was caused only by the load of the table. */
const isBusy = (error: unknown): boolean =>
  error instanceof Failure
    ? error.code === "temporarily_unavailable"
    : error instanceof Error && THROTTLED.test(error.name);

/** The failure that rejects a line; undefined for an error that ends the import. */
function rejectionOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return isBusy(error) ? undefined : error;
  if (error instanceof Error && error.name === "ValidationException")
    return new Failure("invalid_request", `DynamoDB rejected the line: ${error.message}`);
  return undefined;
}
