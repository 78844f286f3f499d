import { invalidField } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { StoredBooking } from "./entity.ts";

/**
 * Requires that a booking has started, so that it can have no-shows and a rating.
 *
 * @throws {Failure} `invalid_request` with the field problem `not_started`
 */
export function requireStarted({ startTime }: StoredBooking): void {
  if (Date.parse(startTime) > now())
    throw invalidField("#", "The booking has not started yet.", "not_started");
}
