import { claimedMinutes } from "#lib/claims/claims.ts";
import { slotName } from "#lib/claims/seats.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { Claim, StoredBooking } from "./entity.ts";
import { derivedKey } from "./identifiers.ts";
import { LONGEST_MINUTES, tooLong } from "./rules.ts";

/**
 * A booking at another time: its claim moves with it, a seated one joins the slot of that time, and a key that was derived from
 * the time is derived again. What is not given stays as it is.
 *
 * @throws {Failure} `booking_in_the_past` when it would begin again in the past
 */
export function moveBooking(
  booking: StoredBooking,
  times: { startTime?: string | undefined; endTime?: string | undefined; keepsLength?: true },
): StoredBooking {
  const { startTime = booking.startTime, keepsLength } = times;
  const { endTime = keepsLength ? endWithLengthOf(booking, startTime) : booking.endTime } = times;
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
  return new Date(Date.parse(startTime) + length).toISOString();
}

/**
 * What a booking claims at another time, or the same: the buffers it was made with go along. One without a claim, for it was over
 * or too long when it was imported, takes its bare time.
 *
 * @throws {Failure} `booking_too_long`
 */
export function moveClaim(from: StoredBooking, to: StoredBooking): Claim {
  const bare = claimedMinutes({ ...from, before: 0, after: 0 });
  const { claim, eventType } = from;
  const buffers = claim
    ? { before: bare.from - claim.from, after: claim.to - bare.to }
    : { before: 0, after: 0 };
  const isShared = claim ? claim.slot !== null : eventType.seatsPerTimeSlot !== null;
  const minutes = claimedMinutes({ ...to, ...buffers });
  if (minutes.to - minutes.from > LONGEST_MINUTES) throw tooLong();
  const slot = isShared ? slotName(to.eventTypeId, to) : null;
  return { ...minutes, slot };
}

function moveDerivedKey(from: StoredBooking, to: StoredBooking): string | null {
  const email = String(from.responses["email"]);
  const isDerived = from.keyChosenBy === null && from.idempotencyKey === derivedKey({ ...from, email });
  return isDerived ? derivedKey({ ...to, email }) : from.idempotencyKey;
}
