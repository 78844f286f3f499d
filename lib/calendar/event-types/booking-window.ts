import { invalidField } from "#lib/failures.ts";
import type { EventType } from "./schema.ts";

/**
 * Requires the days of an event type with the booking window `ROLLING`, and both dates, in order, of one with `RANGE`.
 *
 * @throws {Failure} `invalid_request`
 */
export function requireBookingWindow({
  periodType,
  periodDays,
  periodStartDate,
  periodEndDate,
}: Pick<EventType, "periodType" | "periodDays" | "periodStartDate" | "periodEndDate">): void {
  if (periodType === "ROLLING" && periodDays === null)
    throw invalidField("#/periodDays", "is required with the periodType ROLLING");
  if (periodType !== "RANGE") return;
  if (periodStartDate === null)
    throw invalidField("#/periodStartDate", "is required with the periodType RANGE");
  if (periodEndDate === null) throw invalidField("#/periodEndDate", "is required with the periodType RANGE");
  if (periodEndDate < periodStartDate)
    throw invalidField("#/periodEndDate", "must not be before periodStartDate");
}
