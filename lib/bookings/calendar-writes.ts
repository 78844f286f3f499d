import type { Operation } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import type { BookingChange } from "./booking-change.ts";
import { keyWrites } from "./booking-key.ts";
import { counterWrites } from "./counter-writes.ts";
import type { StoredBooking } from "./entity.ts";
import { claimInSeatedTime, timeWrites } from "./host-time.ts";
import { useReservation } from "./reservations/writes.ts";
import { holdsTime } from "./status.ts";

/**
 * Derives what a change writes to the calendar: minutes, seats, key and counters go from the booking before, or from the one that is replaced,
 * to the booking after. Returns that booking with its final claim.
 *
 * If several failures apply, the first one is shown: the reservation is gone, the key is in use, the time or the seats are in use, a limit is
 * reached. Callers who can't access the host's bookings get that of the time before that of the key, which would reveal who has booked it.
 *
 * @throws {Failure} `not_found`, `booking_conflict`, `no_available_users_found_error`, `booking_seats_full`, `booking_too_long`
 */
export function calendarWrites(
  change: BookingChange,
  seen: SeenItems,
): { booking: StoredBooking; operations: Operation[] } {
  const { before, replaced, after, reservation, limits, canSeeBookings, ignoresCalendars } = change;
  const from = holderOf(replaced?.before ?? before);
  const used = useReservation(reservation, after, seen);
  const draft = { ...after, claim: used.claim };
  const writeKey = () => keyWrites(from, holderOf(draft), seen);
  const early = canSeeBookings && !before ? writeKey() : undefined;
  const booking = holdsTime(draft.status) ? { ...draft, claim: claimInSeatedTime(draft, from, seen) } : draft;
  const to = holderOf(booking);
  const time = timeWrites({ before: from, after: to, reservation: used.time, ignoresCalendars }, seen);
  const key = early ?? writeKey();
  const counted = { before: from, reservation: used.time?.counted, after: to, limits };
  return { booking, operations: [...used.writes, ...key, ...time, ...counterWrites(counted, seen)] };
}

const holderOf = (booking: StoredBooking | undefined): StoredBooking | undefined =>
  booking && holdsTime(booking.status) ? booking : undefined;
