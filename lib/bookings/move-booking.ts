import { claimedMinutes } from "#lib/calendar/claims/claims.ts";
import { slotName } from "#lib/calendar/claims/seats.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import type { Claim, StoredBooking } from "./entity.ts";
import { deriveKey } from "./identifiers.ts";
import { endsTooLate, LONGEST_MINUTES, tooLong } from "./rules.ts";

/**
 * Moves a booking to another time: its claim has the new minutes, and the new slot if it has a seat; a key that was derived from the time is
 * derived again. With a new start alone it keeps its length, with a new end alone its start.
 *
 * @throws {Failure} `booking_in_the_past` if it gets a new start, and this is in the past
 */
export function moveBooking(
  booking: StoredBooking,
  times: { startTime?: string | undefined; endTime?: string | undefined },
): StoredBooking {
  const { startTime = booking.startTime } = times;
  const { endTime = endWithLengthOf(booking, startTime) } = times;
  if (startTime === booking.startTime && endTime === booking.endTime) return booking;
  if (endTime <= startTime) throw invalidField("#/end", "The end must be after the start.");
  if (startTime !== booking.startTime && Date.parse(startTime) < now())
    throw new Failure("booking_in_the_past", "The start is in the past. Choose a later time.");
  const moved = { ...booking, startTime, endTime };
  return { ...moved, claim: moveClaim(booking, moved), idempotencyKey: moveDerivedKey(booking, moved) };
}

/** The end at which a booking keeps its length with another start. */
function endWithLengthOf(booking: StoredBooking, startTime: string): string {
  const length = Date.parse(booking.endTime) - Date.parse(booking.startTime);
  const endsAt = Date.parse(startTime) + length;
  if (endsAt > LATEST) throw endsTooLate();
  return new Date(endsAt).toISOString();
}

/**
 * Returns the claim of a booking at another time, or at the same, with the buffers of its present claim. A booking without a claim, because
 * it had ended or was too long when it was imported, claims its time without buffers.
 *
 * @throws {Failure} `booking_too_long`
 */
export function moveClaim(from: StoredBooking, to: StoredBooking): Claim {
  const withoutBuffers = claimedMinutes({ ...from, before: 0, after: 0 });
  const { claim, eventType } = from;
  const buffers = claim
    ? { before: withoutBuffers.from - claim.from, after: claim.to - withoutBuffers.to }
    : { before: 0, after: 0 };
  const isShared = claim ? claim.slot !== null : eventType.seatsPerTimeSlot !== null;
  const minutes = claimedMinutes({ ...to, ...buffers });
  if (minutes.to - minutes.from > LONGEST_MINUTES) throw tooLong();
  const slot = isShared ? slotName(to.eventTypeId, to) : null;
  return { ...minutes, slot };
}

function moveDerivedKey(from: StoredBooking, to: StoredBooking): string | null {
  const email = String(from.responses["email"]);
  const isDerived = from.keyChosenBy === null && from.idempotencyKey === deriveKey({ ...from, email });
  return isDerived ? deriveKey({ ...to, email }) : from.idempotencyKey;
}
