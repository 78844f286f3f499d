import type { StoredBooking } from "#lib/bookings/entity.ts";
import { Failure } from "#lib/failures.ts";

/**
 * Lets an address go on that nobody else has in a booking; capitals make no difference.
 *
 * @throws {Failure} `conflict`
 */
export function requireFreeEmail({ attendees }: StoredBooking, of: { id: number; email: string }): void {
  const email = of.email.toLowerCase();
  if (attendees.some((other) => other.id !== of.id && other.email.toLowerCase() === email))
    throw new Failure("conflict", "The booking already has an attendee with this email address.");
}
