import type { StoredBooking } from "#lib/bookings/entity.ts";
import { Failure } from "#lib/failures.ts";

/**
 * Requires that no other attendee of a booking has an email address. Case is ignored.
 *
 * @throws {Failure} `conflict`
 */
export function requireFreeEmail(
  { attendees }: StoredBooking,
  attendee: { id: number; email: string },
): void {
  const email = attendee.email.toLowerCase();
  if (attendees.some((other) => other.id !== attendee.id && other.email.toLowerCase() === email))
    throw new Failure("conflict", "The booking already has an attendee with this email address.");
}
