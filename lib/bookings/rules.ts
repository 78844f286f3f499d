import { claimedMinutes } from "#lib/calendar/claims/claims.ts";
import { seatedTimeName } from "#lib/calendar/claims/seats.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { Failure, fieldFailure, invalidField } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import type { Claim } from "./entity.ts";

/** The most minutes of a booking, including buffers. */
export const LONGEST_MINUTES = 36 * 60;

/** The failure of a booking that is longer than {@link LONGEST_MINUTES}; `pointer` is the field that makes it so, if there is one. */
export function tooLong(pointer?: string): Failure {
  const message = "A booking can be at most 36 hours long, including buffers.";
  return pointer === undefined
    ? new Failure("booking_too_long", message)
    : fieldFailure("booking_too_long", pointer, message);
}

/** The failure of a booking that would end after the latest instant; `pointer` is the field with the start. */
export const endsTooLate = (pointer = "#/start"): Failure =>
  invalidField(pointer, "The end must not be after the year 9999. Choose an earlier start.");

/** The failure of a booking that would start in the past; `pointer` is the field with the start. */
export const startsInPast = (pointer = "#/start"): Failure =>
  fieldFailure("booking_in_the_past", pointer, "The start is in the past. Choose a later time.");

/**
 * Requires that a duration in minutes is one of the lengths of an event type.
 *
 * @throws {Failure} `invalid_request` with the pointer of the field that sets the duration
 */
export function requireLength({ length, lengths }: EventType, duration: number, pointer: string): void {
  const allowed = [length, ...lengths];
  if (!allowed.includes(duration))
    throw invalidField(pointer, `The booking must be ${allowed.join(" or ")} minutes long.`);
}

interface Times {
  startTime: string;
  endTime: string;
}

/** Returns the times of a new booking, if the event type allows them. */
export function allowedTimes(eventType: EventType, start: string, end: string | undefined): Times {
  const startsAt = Date.parse(start);
  const endsAt = end === undefined ? startsAt + eventType.length * MINUTE : Date.parse(end);
  if (endsAt <= startsAt) throw invalidField("#/end", "The end must be after the start.");
  requireLength(eventType, (endsAt - startsAt) / MINUTE, "#/end");
  if (endsAt > LATEST) throw endsTooLate();
  if (startsAt < now()) throw startsInPast();
  return { startTime: start, endTime: new Date(endsAt).toISOString() };
}

/** Returns the claim of a booking: its minutes with the buffers of its event type, and its seated time if the event type has seats. */
export function claimFor(eventType: EventType, times: Times): Claim {
  const { id, seatsPerTimeSlot, beforeEventBuffer, afterEventBuffer } = eventType;
  const claim = claimedMinutes({ ...times, before: beforeEventBuffer, after: afterEventBuffer });
  if (claim.to - claim.from > LONGEST_MINUTES) throw tooLong();
  return { ...claim, slot: seatsPerTimeSlot === null ? null : seatedTimeName(id, times) };
}
