import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { restrictToReplacedHost } from "#lib/slots/hosts.ts";
import { replace } from "#lib/table/operations.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { commitResult } from "#lib/table/write.ts";
import { markDeletedReferences } from "./booking-references/mark-deleted-references.ts";
import { cancelled } from "./cancel.ts";
import { bookOpenTime, type NewBooking, newBooking, refillBookingIds, requireFits } from "./create.ts";
import type { BookingCreate } from "./create-schema.ts";
import { BookingItem, type StoredBooking } from "./entity.ts";
import { changesScope, recordReschedule } from "./events/record-reschedule.ts";
import { claimAfter } from "./move-time.ts";
import { moveTimeAndKey } from "./move-time-and-key.ts";
import { newBookingWrites, recordAssignment } from "./new-booking-writes.ts";
import { requireFreeTime } from "./require-free-time.ts";
import { useReservation } from "./reservations/writes.ts";
import { holdsTime } from "./status.ts";
import { getChangeableBookingByUid } from "./visibility.ts";

/**
 * Puts a new booking in the place of another, which is cancelled and marked `rescheduled`: one transaction, one event for each
 * webhook that receives those of either booking.
 * Of two who try at once one is refused, for the original is cancelled by then.
 *
 * @throws {Failure} `not_found` when there is no such booking to be seen
 * @throws {Failure} `invalid_request` when it is cancelled
 * @throws {Failure} `no_available_users_found_error` when the time is closed
 * @throws {Failure} `booking_too_long` when the hours of both, guests and references are more than one transaction takes
 */
export async function rescheduleBooking(
  caller: Caller,
  input: BookingCreate & { rescheduleUid: string },
  apiHost: string,
): Promise<StoredBooking> {
  const [created, original] = await Promise.all([
    newBooking(caller, input, apiHost),
    getChangeableBookingByUid(caller, input.rescheduleUid),
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
  { caller, input, created, ...found }: Replacement,
  prepared: StoredBooking,
): Promise<StoredBooking> {
  let { original } = found;
  const { canSeeBookings, limits, requested } = created;
  const isAssigned = requested.bookable.choice !== undefined && !keepsHost(original, prepared);
  return retryFailedCondition(async (refused) => {
    original = refused?.itemOf(BookingItem) ?? original;
    requireNotCancelled(original);
    const holder = timeHolder(original);
    await requireFreeTime(refused, { from: original, to: prepared, canSeeBookings });
    const { claim, reservation, writes: used } = useReservation(created.reservation, prepared);
    const drafted = { ...prepared, claim, fromReschedule: original.uid };
    const booking = { ...drafted, claim: claimAfter(drafted, refused, holder) };
    const reason = { cancellationReason: input.responses.rescheduleReason };
    const left = { ...cancelled(original, reason), rescheduled: true };
    if (changesScope(original, booking)) left.eventSequence += 1;
    const extras = {
      rescheduledFrom: original,
      ...(caller.userId === original.userId && { rescheduledBy: original.user.email }),
    };
    const writes = [
      ...used,
      replace(BookingItem, original, left),
      ...markDeletedReferences(original, left),
      ...moveTimeAndKey({ from: holder, to: booking, limits, refused, canSeeBookings, reservation }),
      ...newBookingWrites(booking),
      ...(isAssigned ? [recordAssignment(booking)] : []),
      ...recordReschedule({ original: left, booking, extras }),
    ];
    requireFits(writes, "Cancel the original booking, then create a new one.");
    const [made] = await Promise.all([commitResult(booking, writes), refillBookingIds()]);
    return made;
  });
}

/** Whether a booking keeps its host, because its event type stays the same. */
const keepsHost = (original: StoredBooking, booking: StoredBooking): boolean =>
  original.eventTypeId === booking.eventTypeId && original.userId === booking.userId;

function requireNotCancelled({ status }: StoredBooking): void {
  if (status === "CANCELLED")
    throw invalidField("#/rescheduleUid", "A cancelled booking cannot be rescheduled.");
}

const timeHolder = (booking: StoredBooking): StoredBooking | undefined =>
  holdsTime(booking.status) ? booking : undefined;
