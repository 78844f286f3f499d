import { freeSeats, takeSeats } from "#lib/claims/seats.ts";
import { all, type Condition, equals } from "#lib/table/condition.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { StoredBooking } from "./entity.ts";
import { holdsTime } from "./status.ts";

/**
 * The write that takes one more seat of a booking's slot, or gives one back; none where the booking has no slot or holds
 * no time. It goes with {@link asHeld}, for by then the booking may hold another slot.
 */
export function changeSeats(
  { userId, status, claim, eventType }: StoredBooking,
  change: "take" | "free",
): Operation[] {
  const { seatsPerTimeSlot } = eventType;
  if (!holdsTime(status) || claim?.slot == null || seatsPerTimeSlot === null) return [];
  const { slot, ...minutes } = claim;
  const seat = { userId, slot, count: 1 };
  return [change === "take" ? takeSeats(seat, minutes, seatsPerTimeSlot) : freeSeats(seat)];
}

/** That a booking still holds, or does not hold, the slot it did when it was read; its name is made of the times. */
export const asHeld = ({ status, startTime, endTime }: StoredBooking): Condition =>
  all(equals("status", status), equals("startTime", startTime), equals("endTime", endTime));
