import { withNextSlotsOnFailure } from "#lib/bookings/open-times/require-open.ts";
import { claimedMinutes } from "#lib/calendar/claims/claims.ts";
import { seatedTimeName } from "#lib/calendar/claims/seats.ts";
import { limitsOf } from "#lib/calendar/event-types/limits.ts";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import type { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { all, any, differs, present } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { decode } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { recordsResult, writeOne } from "#lib/storage/table/write.ts";
import type { BookingChange } from "./booking-change.ts";
import { markCancelled } from "./cancel.ts";
import { BookingItem, type Claim, type StoredBooking } from "./entity.ts";
import { deriveKey } from "./identifiers.ts";
import { countersFor } from "./limits/counter.ts";
import { findRequestedTime, getsTime, type RequestedTime } from "./open-times/requested-time.ts";
import { requireOpen } from "./open-times/require-open.ts";
import { newReminders } from "./reminders.ts";
import { endsTooLate, LONGEST_MINUTES, startsInPast, tooLong } from "./rules.ts";
import { holdsTime, triggerOf } from "./status.ts";
import type { BookingUpdate } from "./update-schema.ts";
import { getChangeableBooking, requireMayTakeTime } from "./visibility.ts";
import { type BookingTarget, changeBooking } from "./write-booking.ts";

/** The changes of a booking. `mustHoldTime`: fail if it is cancelled or rejected, because the new time would not be reserved. */
type BookingChanges = BookingUpdate & { mustHoldTime?: true };

/**
 * Changes title, description, times and status of a booking, each only if it is sent and differs. One transaction writes the change, claims
 * or frees time and idempotency key, and records the events: `BOOKING_RESCHEDULED` for a new time, and the event of a new status. One round
 * trip if only text changes and the booking is named by its id, otherwise two; one more if it gets a time and the event type isn't cached.
 *
 * @throws {Failure} `no_available_users_found_error` if the new time is closed, `forbidden` as {@link requireMayTakeTime}
 */
export async function updateBooking(
  caller: Caller,
  target: BookingTarget,
  changes: BookingChanges,
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
function changeIfOpen(
  caller: Caller,
  target: BookingTarget,
  changes: BookingChanges,
): Promise<StoredBooking> {
  let requested: RequestedTime | undefined;
  const change = () =>
    changeBooking(caller, target, async (before) => {
      const changed = decide(caller, before, changes);
      [requested] = await Promise.all([
        changed && findRequestedTime(caller, before, changed.after),
        changed && getsTime(before, changed.after) && requireMayTakeTime(caller, before),
      ]);
      // Nobody else can book the past, so it is only a record of what has happened.
      const isPast = changed !== undefined && Date.parse(changed.after.startTime) < now();
      const ignoresAvailability = isPast || changes.ignoreAvailability === true;
      if (requested && !ignoresAvailability) await requireOpen(requested);
      return changed && withCounters(changed, requested, ignoresAvailability);
    });
  return withNextSlotsOnFailure(() => requested, change);
}

/** Counts a booking at its requested time. Without one the counters stay the same: it has not moved. */
function withCounters(
  change: Change,
  requested: RequestedTime | undefined,
  ignoresAvailability: boolean,
): Change {
  if (!requested) return { ...change, ignoresCalendars: ignoresAvailability };
  const { bookable } = requested;
  const after = { ...change.after, countedIn: countersFor(bookable, change.after.startTime) };
  if (requested.moving?.startTime !== after.startTime)
    after.nextReminders = newReminders(bookable.eventType, after);
  const limits = ignoresAvailability ? [] : limitsOf(bookable.eventType);
  return { ...change, after, limits, ignoresCalendars: ignoresAvailability };
}

type Change = Omit<BookingChange, "before">;

function decide(caller: Caller, before: StoredBooking, changes: BookingChanges): Change | undefined {
  if (changes.mustHoldTime && !holdsTime(before.status))
    throw invalidField("#/id", `The booking is ${before.status} and can't be moved.`);
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

/**
 * Changes the title or description of a booking; nothing if they are the same. Undefined if the booking isn't in the partition of the host.
 */
export async function updateText(
  userId: number,
  id: number,
  text: { title?: string | undefined; description?: string | null | undefined },
): Promise<StoredBooking | undefined> {
  const sent = Object.entries(text).filter(([, value]) => value !== undefined);
  const isDifferent = any(...sent.map(([name, value]) => differs(name, value)));
  const set = { ...Object.fromEntries(sent), updatedAt: nowIso() };
  try {
    const item = await writeOne(
      update(BookingItem, { userId, id }, { set, if: all(present("status"), isDifferent) }),
    );
    return decode(BookingItem, item);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.itemOf(BookingItem);
  }
}

/**
 * Moves a booking to another time: its claim has the new minutes, and the new slot if it has a seat; a key that was derived from the time is
 * derived again. With a new start alone it keeps its length, with a new end alone its start.
 *
 * @throws {Failure} `booking_in_the_past` if it gets a new start, and this is in the past
 */
function moveBooking(
  booking: StoredBooking,
  times: Pick<BookingUpdate, "startTime" | "endTime" | "startPointer" | "endPointer">,
): StoredBooking {
  const { startTime = booking.startTime } = times;
  const { endTime = endWithLengthOf(booking, startTime, times.startPointer) } = times;
  if (startTime === booking.startTime && endTime === booking.endTime) return booking;
  if (endTime <= startTime)
    throw invalidField(times.endPointer ?? "#/end", "The end must be after the start.");
  if (startTime !== booking.startTime && Date.parse(startTime) < now())
    throw startsInPast(times.startPointer);
  const moved = { ...booking, startTime, endTime };
  const pointer =
    times.endTime === undefined ? (times.startPointer ?? "#/start") : (times.endPointer ?? "#/end");
  return {
    ...moved,
    claim: moveClaim(booking, moved, pointer),
    idempotencyKey: moveDerivedKey(booking, moved),
  };
}

/** The end at which a booking keeps its length with another start. */
function endWithLengthOf(booking: StoredBooking, startTime: string, pointer: string | undefined): string {
  const length = Date.parse(booking.endTime) - Date.parse(booking.startTime);
  const endsAt = Date.parse(startTime) + length;
  if (endsAt > LATEST) throw endsTooLate(pointer);
  return new Date(endsAt).toISOString();
}

/**
 * Returns the claim of a booking at another time, or at the same, with the buffers of its present claim. A booking without a claim, because
 * it had ended or was too long when it was imported, claims its time without buffers. `pointer` is the field that sets the length.
 *
 * @throws {Failure} `booking_too_long`
 */
function moveClaim(from: StoredBooking, to: StoredBooking, pointer?: string): Claim {
  const withoutBuffers = claimedMinutes({ ...from, before: 0, after: 0 });
  const { claim, eventType } = from;
  const buffers = claim
    ? { before: withoutBuffers.from - claim.from, after: claim.to - withoutBuffers.to }
    : { before: 0, after: 0 };
  const isShared = claim ? claim.slot !== null : eventType.seatsPerTimeSlot !== null;
  const minutes = claimedMinutes({ ...to, ...buffers });
  if (minutes.to - minutes.from > LONGEST_MINUTES) throw tooLong(pointer);
  const slot = isShared ? seatedTimeName(to.eventTypeId, to) : null;
  return { ...minutes, slot };
}

function moveDerivedKey(from: StoredBooking, to: StoredBooking): string | null {
  const email = String(from.responses["email"]);
  const isDerived = from.keyChosenBy === null && from.idempotencyKey === deriveKey({ ...from, email });
  return isDerived ? deriveKey({ ...to, email }) : from.idempotencyKey;
}
