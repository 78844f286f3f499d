import { Failure } from "#lib/http/failures.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { Refused } from "#lib/table/refused.ts";
import { moveHold } from "./claims.ts";
import type { Claim, StoredBooking } from "./entity.ts";
import { endSlot, freeSeats, SlotItem, seatsFull, takeSeats } from "./slots.ts";

type Holder = Pick<StoredBooking, "id" | "userId" | "claim"> & { attendees: readonly unknown[] };

const hostBusy = (): Failure =>
  new Failure(
    "no_available_users_found_error",
    "no_available_users_found_error: the host has another booking at that time.",
  );

const holdOf = ({ id }: Holder, claim: Claim) => ({ ...claim, owner: claim.slot ?? id });

/**
 * The writes that take the time a booking claims, and its seats where the event type has some. A slot that has other
 * minutes speaks before these do: they may be in use though the slot's own are not.
 *
 * @throws {Failure} `booking_seats_full` when the booking has more attendees than a slot has seats
 */
export function takeTime(booking: Holder, seatsPerTimeSlot: number | null): Operation[] {
  const { userId, claim, attendees } = booking;
  if (!claim) return [];
  const minutes = moveHold(userId, { to: holdOf(booking, claim), refusal: hostBusy() });
  if (claim.slot === null || seatsPerTimeSlot === null) return minutes;
  if (attendees.length > seatsPerTimeSlot) throw seatsFull();
  const seats = { userId, slot: claim.slot, from: claim.from, to: claim.to, count: attendees.length };
  return [takeSeats(seats, seatsPerTimeSlot), ...minutes];
}

/**
 * The writes that free what a booking claimed. Of a shared slot only its seats, unless they are the last: that shows
 * when the first try is refused, whose refusal is passed to the next.
 */
export function freeTime(booking: Holder, refused: Refused | undefined): Operation[] {
  const { userId, claim, attendees } = booking;
  if (!claim) return [];
  const minutes = moveHold(userId, { from: holdOf(booking, claim) });
  if (claim.slot === null) return minutes;
  const seats = { userId, slot: claim.slot, count: attendees.length };
  const areLast = refused?.itemOf(SlotItem)?.taken === seats.count;
  return areLast ? [endSlot(seats), ...minutes] : [freeSeats(seats)];
}

/**
 * The claim to try after a slot refused: its minutes are those of its first booking.
 *
 * @throws {Failure} `booking_seats_full` when the refusal was for want of seats
 */
export function claimOfSlot(claim: Claim, refused: Refused): Claim {
  const slot = refused.itemOf(SlotItem);
  if (!slot || (slot.from === claim.from && slot.to === claim.to)) throw seatsFull();
  return { ...claim, from: slot.from, to: slot.to };
}
