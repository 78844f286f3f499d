import { freeSeats, takeSeats } from "#lib/calendar/claims/seats.ts";
import { all, type Condition, equals } from "#lib/storage/table/condition.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import type { StoredBooking } from "./entity.ts";
import { holdsTime } from "./status.ts";

/**
 * Creates the operation that takes one more seat in a booking's slot, or frees one; none if the booking has no slot or holds no time.
 * Write it together with the condition {@link hasSameSlot}, because the booking may have moved since it was read.
 */
export function changeSeats(
  { userId, status, claim, eventType }: StoredBooking,
  change: "take" | "free",
  seen: SeenItems,
): Operation[] {
  const { seatsPerTimeSlot } = eventType;
  if (!holdsTime(status) || claim?.slot == null || seatsPerTimeSlot === null) return [];
  const { slot, ...minutes } = claim;
  const seat = { userId, slot, count: 1 };
  return [change === "take" ? takeSeats(seat, { minutes, seatsPerTimeSlot }, seen) : freeSeats(seat)];
}

/** The condition that a booking is still in the slot, or in none, as when it was read. A slot is named by its times. */
export const hasSameSlot = ({ status, startTime, endTime }: StoredBooking): Condition =>
  all(equals("status", status), equals("startTime", startTime), equals("endTime", endTime));
