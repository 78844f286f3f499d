import { isTimeInUse } from "#lib/bookings/open-times/require-open.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { restrictToHost, restrictToReplacedHost } from "#lib/calendar/slots/hosts.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField, requireFound } from "#lib/failures.ts";
import type { BookingChange } from "./booking-change.ts";
import { markCancelled } from "./cancel.ts";
import { bookOpenTime, type NewBooking, prepareBooking, writeNewBooking } from "./create.ts";
import type { BookingCreate } from "./create-schema.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { getReservation } from "./reservations/visibility.ts";
import { isUsable } from "./reservations/writes.ts";
import { holdsTime } from "./status.ts";
import { getChangeableBooking } from "./visibility.ts";

/**
 * Replaces a booking with a new one: one transaction creates the new booking, and cancels the original and marks it `rescheduled`. Each
 * webhook that receives the events of either booking gets one event. The new booking stays in the series of the original. Of two concurrent
 * calls one fails, because the original is cancelled. With a choice of hosts it keeps its host, unless that host is busy and the time is
 * reserved with another.
 *
 * @throws {Failure} `not_found` if the caller can't access a booking with this uid
 * @throws {Failure} `invalid_request` if it is cancelled
 * @throws {Failure} `no_available_users_found_error` if the new time is closed
 * @throws {Failure} `booking_too_long` if the hours, guests and references of both do not fit into one transaction
 */
export async function rescheduleBooking(
  caller: Caller,
  input: BookingCreate & { rescheduleUid: string },
  apiHost: string,
): Promise<StoredBooking> {
  const [prepared, original] = await Promise.all([
    prepareBooking(caller, input, apiHost),
    requireFound("#/rescheduleUid", getChangeableBooking(caller, input.rescheduleUid)),
  ]);
  await requireNotCancelled(original, input);
  const { bookable } = prepared.requested;
  const moving = holdsTime(original.status) ? original : undefined;
  const book = (hosts: Bookable) =>
    bookOpenTime(prepared, { ...prepared.requested, bookable: hosts, moving }, (booking) =>
      writeNewBooking((seen) =>
        replacement({ caller, input, prepared }, seen.find(BookingItem, original) ?? original, booking),
      ),
    );
  const ofSameHost = restrictToReplacedHost(bookable, original);
  try {
    return await book(ofSameHost);
  } catch (error) {
    const { reservation } = prepared;
    const ofReservation = restrictToHost(bookable, reservation?.userId);
    const isReserved = isUsable(reservation, prepared.booking) && ofReservation !== bookable;
    if (!isReserved || ofSameHost === bookable || !isTimeInUse(error)) throw error;
    return book(ofReservation);
  }
}

interface Reschedule {
  caller: Caller;
  input: BookingCreate;
  prepared: NewBooking;
}

async function replacement(
  { caller, input, prepared }: Reschedule,
  original: StoredBooking,
  booking: StoredBooking,
): Promise<BookingChange> {
  await requireNotCancelled(original, input);
  const { canSeeBookings, limits, requested, reservation, ignoresAvailability } = prepared;
  const reason = { cancellationReason: input.responses.rescheduleReason };
  const extras = {
    rescheduledFrom: original,
    ...(caller.userId === original.userId && { rescheduledBy: original.user.email }),
  };
  const cancelled = { ...markCancelled(original, reason), rescheduled: true };
  const { iCalUID, iCalSequence } = cancelled;
  const recurringEventId = booking.recurringEventId ?? original.recurringEventId;
  return {
    // Calendars move the event of the original, and nothing about the original is newer (ADR 0063).
    after: {
      ...{ ...booking, fromReschedule: original.uid, iCalUID, iCalSequence: iCalSequence + 1 },
      recurringEventId,
      ...(original.sendEmails === false && { sendEmails: false, nextReminders: undefined }),
    },
    replaced: { before: original, after: cancelled },
    events: [{ trigger: "BOOKING_RESCHEDULED", extras }],
    reservation,
    limits,
    canSeeBookings,
    ignoresCalendars: ignoresAvailability,
    isAssigned: requested.bookable.choice !== undefined && !hasSameHost(original, booking),
    advice: "Cancel the original booking, then create a new one.",
  };
}

/** Whether a booking has the event type and the host of the original. */
const hasSameHost = (original: StoredBooking, booking: StoredBooking): boolean =>
  original.eventTypeId === booking.eventTypeId && original.userId === booking.userId;

/**
 * Requires that the original can be replaced. If it is cancelled, the reservation is read again: the call that cancelled it may have booked
 * or deleted that one, too, which is the first failure.
 */
async function requireNotCancelled(
  { status }: StoredBooking,
  { reservationUid }: BookingCreate,
): Promise<void> {
  if (status !== "CANCELLED") return;
  if (reservationUid !== undefined) await requireFound("#/reservationUid", getReservation(reservationUid));
  throw invalidField("#/rescheduleUid", "A cancelled booking cannot be rescheduled.");
}
