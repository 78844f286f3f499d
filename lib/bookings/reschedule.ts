import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { restrictToReplacedHost } from "#lib/slots/hosts.ts";
import { replace } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { markDeletedReferences } from "./booking-references/writes.ts";
import { markCancelled } from "./cancel.ts";
import { bookOpenTime, type NewBooking, prepareBooking, refillBookingIds, requireFits } from "./create.ts";
import type { BookingCreate } from "./create-schema.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { changesScope, recordReschedule } from "./events/record-reschedule.ts";
import { claimAfter } from "./move-time.ts";
import { moveTimeAndKey } from "./move-time-and-key.ts";
import { newBookingWrites, recordAssignment } from "./new-booking-writes.ts";
import { requireFreeTime } from "./require-free-time.ts";
import { useReservation } from "./reservations/writes.ts";
import { holdsTime } from "./status.ts";
import { getChangeableBooking } from "./visibility.ts";

/**
 * Replaces a booking with a new one: one transaction creates the new booking, and cancels the original and marks it `rescheduled`. Each
 * webhook that receives the events of either booking gets one event. Of two concurrent calls one fails, because the original is cancelled.
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
  const [created, original] = await Promise.all([
    prepareBooking(caller, input, apiHost),
    getChangeableBooking(caller, input.rescheduleUid),
  ]);
  requireNotCancelled(original);
  const bookable = restrictToReplacedHost(created.requested.bookable, original);
  const requested = { ...created.requested, bookable, moving: timeHolder(original) };
  const replacement = { caller, input, created, original };
  return bookOpenTime(created, requested, (booking) => replaceBooking(replacement, booking));
}

interface Replacement {
  caller: Caller;
  input: BookingCreate;
  created: NewBooking;
  original: StoredBooking;
}

function replaceBooking(
  { caller, input, created, ...request }: Replacement,
  prepared: StoredBooking,
): Promise<StoredBooking> {
  let { original } = request;
  const { canSeeBookings, limits, requested } = created;
  const isAssigned = requested.bookable.choice !== undefined && !hasSameHost(original, prepared);
  return retryFailedCondition(async (conditionFailed) => {
    original = conditionFailed?.itemOf(BookingItem) ?? original;
    requireNotCancelled(original);
    const holder = timeHolder(original);
    await requireFreeTime(conditionFailed, { from: original, to: prepared, canSeeBookings });
    const { claim, reservation, writes: reservationWrites } = useReservation(created.reservation, prepared);
    const draft = { ...prepared, claim, fromReschedule: original.uid };
    const booking = { ...draft, claim: claimAfter(draft, conditionFailed, holder) };
    const reason = { cancellationReason: input.responses.rescheduleReason };
    const cancelled = { ...markCancelled(original, reason), rescheduled: true };
    if (changesScope(original, booking)) cancelled.eventSequence += 1;
    const extras = {
      rescheduledFrom: original,
      ...(caller.userId === original.userId && { rescheduledBy: original.user.email }),
    };
    const writes = [
      ...reservationWrites,
      replace(BookingItem, original, cancelled),
      ...markDeletedReferences(original, cancelled),
      ...moveTimeAndKey({ from: holder, to: booking, limits, conditionFailed, canSeeBookings, reservation }),
      ...newBookingWrites(booking),
      ...(isAssigned ? [recordAssignment(booking)] : []),
      ...recordReschedule({ original: cancelled, booking, extras }),
    ];
    requireFits(writes, "Cancel the original booking, then create a new one.");
    const [written] = await Promise.all([commitResult(booking, writes), refillBookingIds()]);
    return written;
  });
}

/** Whether a booking has the event type and the host of the original. */
const hasSameHost = (original: StoredBooking, booking: StoredBooking): boolean =>
  original.eventTypeId === booking.eventTypeId && original.userId === booking.userId;

function requireNotCancelled({ status }: StoredBooking): void {
  if (status === "CANCELLED")
    throw invalidField("#/rescheduleUid", "A cancelled booking cannot be rescheduled.");
}

const timeHolder = (booking: StoredBooking): StoredBooking | undefined =>
  holdsTime(booking.status) ? booking : undefined;
