import type { WebhookTrigger } from "#lib/bookings/events/triggers.ts";
import { limitsOf } from "#lib/calendar/event-types/limits.ts";
import { countersFor } from "#lib/calendar/limits/counter.ts";
import type { RequestedTime } from "#lib/calendar/slots/requested-time.ts";
import { offerNextSlots, requireOpen } from "#lib/calendar/slots/require-open.ts";
import type { Caller } from "#lib/caller.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { recordsResult } from "#lib/storage/table/write.ts";
import type { BookingChange } from "./booking-change.ts";
import { markCancelled } from "./cancel.ts";
import type { StoredBooking } from "./entity.ts";
import { moveBooking, moveClaim } from "./move-booking.ts";
import { findRequestedTime } from "./requested-time.ts";
import { holdsTime, triggerOf } from "./status.ts";
import type { BookingUpdate } from "./update-schema.ts";
import { updateText } from "./update-text.ts";
import { getChangeableBooking } from "./visibility.ts";
import { type BookingTarget, changeBooking } from "./write-booking.ts";

/**
 * Changes title, description, times and status of a booking, each only if it is sent and differs. One transaction writes the change, claims
 * or frees time and idempotency key, and records the events: `BOOKING_RESCHEDULED` for a new time, and the event of a new status. One round
 * trip if only text changes and the booking is named by its id, otherwise two; one more if the new time must be open and the event type isn't cached.
 *
 * @throws {Failure} `no_available_users_found_error` if the new time is closed
 */
export async function updateBooking(
  caller: Caller,
  target: BookingTarget,
  changes: BookingUpdate,
): Promise<StoredBooking> {
  const { title, description, ...others } = changes;
  const isText = Object.values(others).every((value) => value === undefined);
  const { id } = target;
  if (!isText || typeof id === "string" || target.ifMatch || recordsResult())
    return changeIfOpen(caller, target, changes);
  const text = { title, description };
  const updated = await updateText(caller.userId, id, text);
  if (updated) return updated;
  const { userId } = await getChangeableBooking(caller, id);
  return (await updateText(userId, id, text)) ?? getChangeableBooking(caller, id);
}

/** Changes a booking, if its new time is open. */
function changeIfOpen(caller: Caller, target: BookingTarget, changes: BookingUpdate): Promise<StoredBooking> {
  let requested: RequestedTime | undefined;
  const change = () =>
    changeBooking(caller, target, async (before) => {
      const changed = decide(caller, before, changes);
      requested = changed && (await findRequestedTime(caller, before, changed.after));
      const ignoresAvailability = changes.ignoreAvailability === true;
      if (requested && !ignoresAvailability) await requireOpen(requested);
      return changed && withCounters(changed, requested, ignoresAvailability);
    });
  return offerNextSlots(() => requested, change);
}

/** Counts a booking at its requested time. Without one the counters stay the same: it has not moved, or its start is in the past. */
function withCounters(
  change: Change,
  requested: RequestedTime | undefined,
  ignoresAvailability: boolean,
): Change {
  // Nobody else can book the past, so it is only a record of what has happened.
  const isPast = Date.parse(change.after.startTime) < now();
  const ignoresCalendars = ignoresAvailability || isPast;
  if (!requested) return { ...change, ignoresCalendars };
  const { bookable } = requested;
  const after = { ...change.after, countedIn: countersFor(bookable, change.after.startTime) };
  const limits = ignoresAvailability ? [] : limitsOf(bookable.eventType);
  return { ...change, after, limits, ignoresCalendars };
}

type Change = Omit<BookingChange, "before">;

function decide(caller: Caller, before: StoredBooking, changes: BookingUpdate): Change | undefined {
  const after = applyChanges(before, changes);
  const isMoved = after.startTime !== before.startTime || after.endTime !== before.endTime;
  const hasNewStatus = after.status !== before.status;
  const hasNewText = after.title !== before.title || after.description !== before.description;
  if (!isMoved && !hasNewStatus && !hasNewText) return undefined;
  const updated = { ...after, updatedAt: nowIso() };
  if (isMoved || hasNewStatus) updated.iCalSequence = before.iCalSequence + 1;
  // An imported booking may have no claim yet.
  if (holdsTime(after.status) && !holdsTime(before.status)) updated.claim ??= moveClaim(before, updated);
  const hostEmail = caller.userId === before.userId ? before.user.email : undefined;
  const extras = {
    rescheduledFrom: before,
    changed: differences(before, updated),
    rescheduledBy: changes.rescheduledBy ?? hostEmail,
  };
  const triggers: WebhookTrigger[] = [
    ...(isMoved ? ["BOOKING_RESCHEDULED" as const] : []),
    ...(hasNewStatus ? [triggerOf(after.status)] : []),
  ];
  return { after: updated, events: triggers.map((trigger) => ({ trigger, extras })) };
}

/** Applies the requested changes to a booking; they may change nothing. */
function applyChanges(before: StoredBooking, changes: BookingUpdate): StoredBooking {
  const { title = before.title, description = before.description, status = before.status } = changes;
  const moved = moveBooking({ ...before, title, description }, changes);
  if (status === before.status) return moved;
  if (status === "CANCELLED") return markCancelled(moved, changes);
  const rejectionReason = status === "REJECTED" ? (changes.rejectionReason ?? null) : null;
  return { ...moved, status, rejectionReason, cancellationReason: null, cancelledBy: null };
}

const EVENT_FIELDS = ["title", "description", "startTime", "endTime", "status"] as const;

const differences = (before: StoredBooking, after: StoredBooking) =>
  Object.fromEntries(
    EVENT_FIELDS.filter((name) => before[name] !== after[name]).map((name) => [
      name,
      { from: before[name], to: after[name] },
    ]),
  );
