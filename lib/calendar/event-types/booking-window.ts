import { invalidField } from "#lib/failures.ts";
import type { EventType } from "./schema.ts";

/**
 * Requires both dates, in order, of an event type with the booking window `RANGE`.
 *
 * @throws {Failure} `invalid_request`
 */
export function requireBookingWindow({
  periodType,
  periodStartDate,
  periodEndDate,
}: Pick<EventType, "periodType" | "periodStartDate" | "periodEndDate">): void {
  if (periodType !== "RANGE") return;
  if (periodStartDate === null)
    throw invalidField("#/periodStartDate", "is required with the periodType RANGE");
  if (periodEndDate === null) throw invalidField("#/periodEndDate", "is required with the periodType RANGE");
  if (periodEndDate < periodStartDate)
    throw invalidField("#/periodEndDate", "must not be before periodStartDate");
}
