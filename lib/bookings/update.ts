import type { Caller } from "#lib/caller.ts";
import { limitsOf } from "#lib/event-types/limits.ts";
import type { WebhookTrigger } from "#lib/events/triggers.ts";
import { countersFor } from "#lib/limits/counter.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { offerNextSlots, type RequestedTime, requireOpen } from "#lib/slots/require-open.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { recordsResult } from "#lib/table/write.ts";
import { markDeletedReferences } from "./booking-references/mark-deleted-references.ts";
import { cancelled } from "./cancel.ts";
import { type BookingTarget, type Change, changeBooking } from "./change.ts";
import type { StoredBooking } from "./entity.ts";
import { recordEvent } from "./events/record-event.ts";
import { moveBooking, moveClaim } from "./move-booking.ts";
import { claimAfter, moveTime } from "./move-time.ts";
import { moveCounters, moveKey } from "./move-time-and-key.ts";
import { findRequestedTime } from "./requested-time.ts";
import { updateText } from "./rewrite-text.ts";
import { holdsTime, triggerOf } from "./status.ts";
import type { BookingUpdate } from "./update-schema.ts";
import { getChangeableBooking } from "./visibility.ts";

/** The changes of a booking. `keepsLength`: without `endTime`, the length stays the same instead of the end. */
type BookingChanges = BookingUpdate & { keepsLength?: true };

/**
 * Changes title, description, times and status of a booking, each only if it is sent and differs. Time and key are
 * claimed, moved or freed in the same transaction as the change and its events: `BOOKING_RESCHEDULED` for a new time, and the event of
 * a new status. Text alone takes one round trip, anything else two, and one more if the new time must be open and the event type isn't
 * cached.
 *
 * @throws {Failure} `no_available_users_found_error` if the new time is closed
 */
export async function updateBooking(
  caller: Caller,
  target: BookingTarget,
  changes: BookingChanges,
): Promise<StoredBooking> {
  const { title, description, ...others } = changes;
  const isText = Object.values(others).every((value) => value === undefined);
  if (!isText || target.ifMatch || recordsResult()) return changeOpenTime(caller, target, changes);
  const { id } = target;
  const text = { title, description };
  const rewritten = await updateText(caller.userId, id, text);
  if (rewritten) return rewritten;
  const { userId } = await getChangeableBooking(caller, id);
  return (await updateText(userId, id, text)) ?? getChangeableBooking(caller, id);
}

/** Changes a booking if the time that it is to have is open. */
function changeOpenTime(
  caller: Caller,
  target: BookingTarget,
  changes: BookingChanges,
): Promise<StoredBooking> {
  let requested: RequestedTime | undefined;
  const change = () =>
    changeBooking(caller, target, async (before, refused) => {
      const decided = decide(caller, { before, changes, refused });
      requested = decided && (await findRequestedTime(before, decided.after));
      const ignoresAvailability = changes.ignoreAvailability === true;
      if (requested && !ignoresAvailability) await requireOpen(requested);
      return decided && counted(before, decided, { requested, ignoresAvailability });
    });
  return offerNextSlots(() => requested, change);
}

/**
 * A change that also counts the booking. Without a requested time, its counters stay the same: it has not moved, or it has begun and is
 * counted as before.
 */
function counted(
  before: StoredBooking,
  { after: changed, writes }: Change,
  { requested, ignoresAvailability }: { requested: RequestedTime | undefined; ignoresAvailability: boolean },
): Change {
  const countedIn = requested ? countersFor(requested.bookable, changed.startTime) : before.countedIn;
  const after = { ...changed, countedIn };
  const limits = requested && !ignoresAvailability ? limitsOf(requested.bookable.eventType) : [];
  const [from, to] = [before, after].map((booking) => (holdsTime(booking.status) ? booking : undefined));
  return { after, writes: [...writes, ...moveCounters({ from, to, limits })] };
}

interface Situation {
  before: StoredBooking;
  changes: BookingChanges;
  refused: ConditionFailed | undefined;
}

function decide(caller: Caller, { before, changes, refused }: Situation): Change | undefined {
  const after = changed(before, changes);
  const isMoved = after.startTime !== before.startTime || after.endTime !== before.endTime;
  const isOther = after.status !== before.status;
  const isReworded = after.title !== before.title || after.description !== before.description;
  if (!isMoved && !isOther && !isReworded) return undefined;
  const triggers: WebhookTrigger[] = [
    ...(isMoved ? ["BOOKING_RESCHEDULED" as const] : []),
    ...(isOther ? [triggerOf(after.status)] : []),
  ];
  const updated = { ...after, updatedAt: nowIso(), eventSequence: before.eventSequence + triggers.length };
  if (isMoved || isOther) updated.iCalSequence = before.iCalSequence + 1;
  const [left, taken] = [before, updated].map((booking) => (holdsTime(booking.status) ? booking : undefined));
  // An imported one may have held nothing: whatever comes to hold time claims it (ADR 0003).
  if (taken && !left) taken.claim ??= moveClaim(before, taken);
  if (taken) taken.claim = claimAfter(taken, refused, left);
  const extras = {
    rescheduledFrom: before,
    changed: differences(before, updated),
    ...(caller.userId === before.userId && { rescheduledBy: before.user.email }),
  };
  const events = triggers.flatMap((trigger, at) =>
    recordEvent(trigger, { ...updated, eventSequence: before.eventSequence + at + 1 }, extras),
  );
  const holds = [...moveTime({ from: left, to: taken, refused }), ...moveKey(left, taken)];
  return { after: updated, writes: [...holds, ...markDeletedReferences(before, updated), ...events] };
}

/** The booking with what was asked for, before it is known whether anything differs. */
function changed(before: StoredBooking, changes: BookingChanges): StoredBooking {
  const { title = before.title, description = before.description, status = before.status } = changes;
  const moved = moveBooking({ ...before, title, description }, changes);
  if (status === before.status) return moved;
  if (status === "CANCELLED") return cancelled(moved, { cancellationReason: changes.cancellationReason });
  const rejectionReason = status === "REJECTED" ? (changes.rejectionReason ?? null) : null;
  return { ...moved, status, rejectionReason, cancellationReason: null, cancelledBy: null };
}

const WATCHED = ["title", "description", "startTime", "endTime", "status"] as const;

const differences = (before: StoredBooking, after: StoredBooking) =>
  Object.fromEntries(
    WATCHED.filter((name) => before[name] !== after[name]).map((name) => [
      name,
      { from: before[name], to: after[name] },
    ]),
  );
