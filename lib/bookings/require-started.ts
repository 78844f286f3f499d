import { invalidField } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { StoredBooking } from "./entity.ts";

/**
 * Lets only a booking go on that has begun: before, nobody can have missed or liked it.
 *
 * @throws {Failure} `invalid_request`, its field problem `not_started`
 */
export function requireStarted({ startTime }: StoredBooking): void {
  if (Date.parse(startTime) > now())
    throw invalidField("#", "The booking has not started yet.", "not_started");
}
