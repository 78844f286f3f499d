import { markDeletedReferences } from "#lib/bookings/booking-references/writes.ts";
import { formerParticipants } from "#lib/bookings/events/former-participants.ts";
import { changesAudience, recordEvents, recordReschedule } from "#lib/bookings/events/record-event.ts";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { Failure } from "#lib/failures.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { present } from "#lib/storage/table/condition.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { type Operation, put, replace, update } from "#lib/storage/table/operations.ts";
import { digestOf } from "#lib/storage/table/pseudonym.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { MAX_COMMITTED_OPERATIONS } from "#lib/storage/table/write.ts";
import { AttendeeItem, AttendeeLocator, newAttendee } from "./attendees/entity.ts";
import type { BookingChange, Replaced } from "./booking-change.ts";
import { calendarWrites } from "./calendar-writes.ts";
import {
  ASSIGNMENT_DAYS,
  AssignmentItem,
  BookingItem,
  BookingLocator,
  BookingPointer,
  SeriesItem,
  type StoredBooking,
} from "./entity.ts";
import { explainBusyTime } from "./explain-busy-time.ts";
import { nextMeetingTriggerAfter } from "./meeting.ts";
import { isTimeInUse } from "./open-times/require-open.ts";
import { nextRemindersAfter } from "./reminders.ts";
import type { AttendeeSummary, BookingIdOrUid } from "./schema.ts";
import { getChangeableBooking } from "./visibility.ts";

/**
 * Writes a changed or new booking in one transaction: the booking, its time, seats, key and counters, its children and its events. `decide`
 * returns the change. If conditions fail because of concurrent writes, it is called again with the items that they have shown.
 *
 * @throws {Failure} those of {@link writesOf}
 * @throws {Failure} `temporarily_unavailable` if the items change faster than it can decide
 */
export const writeBooking = (
  decide: (seen: SeenItems) => BookingChange | Promise<BookingChange>,
): Promise<StoredBooking> => writeDecision(async (seen) => explainedWritesOf(await decide(seen), seen));

interface ChangeWithResult<T> {
  change: BookingChange;
  result: T;
}

/** Changes a booking like {@link writeBooking}, and returns another result, such as a changed attendee. */
export const writeInBooking = <T>(
  decide: (seen: SeenItems) => ChangeWithResult<T> | Promise<ChangeWithResult<T>>,
): Promise<T> =>
  writeDecision(async (seen) => {
    const { change, result } = await decide(seen);
    return { ...writesOf(change, seen), result };
  });

/** How often a busy time is explained: its owner may leave it to another booking each time. */
const EXPLANATIONS = 4;

/** Like {@link writesOf}, but throws `booking_conflict` if a booking with the same key has the time. */
async function explainedWritesOf(
  change: BookingChange,
  seen: SeenItems,
  explanations = EXPLANATIONS,
): Promise<ReturnType<typeof writesOf>> {
  try {
    return writesOf(change, seen);
  } catch (failure) {
    const canExplain = !change.before && change.canSeeBookings && isTimeInUse(failure);
    if (!canExplain || explanations === 0) throw failure;
    await explainBusyTime(change.after, { replaced: change.replaced?.before, failure, seen });
    return explainedWritesOf(change, seen, explanations - 1);
  }
}

/** The id or uid of a booking, and the version that the caller expects. */
export type BookingTarget = { id: BookingIdOrUid } & IfMatch;

/** Changes a booking to what `decide` returns, with {@link writeBooking}; undefined changes nothing. */
export function changeBooking(
  caller: Caller,
  target: BookingTarget,
  decide: (before: StoredBooking) => ChangedBooking | Promise<ChangedBooking>,
): Promise<StoredBooking> {
  let read: StoredBooking | undefined;
  return writeBooking(async (seen) => {
    read ??= await getChangeableBooking(caller, target.id);
    const before = seen.find(BookingItem, read) ?? read;
    requireMatch(target, before);
    const change = await decide(before);
    return change ? { ...change, before } : { before, after: before };
  });
}

type ChangedBooking = Omit<BookingChange, "before"> | undefined;

/**
 * Derives the booking and all operations of a change. Without seen items they are optimistic; with them, a change that they rule out fails.
 *
 * @throws {Failure} those of {@link calendarWrites}
 * @throws {Failure} `booking_too_long` if the change does not fit into one transaction
 */
export function writesOf(
  change: BookingChange,
  seen: SeenItems,
): { result: StoredBooking; operations: Operation[] } {
  const { before, replaced, others = [], advice = "" } = change;
  if (change.after === before) return { result: before, operations: [...others] };
  const { booking, operations: calendar } = calendarWrites(change, seen);
  const after = { ...booking, ...numbersAfter(change) };
  const operations = [
    ...calendar,
    ...(before ? changedRows(before, after) : newBookingWrites(after)),
    ...(replaced ? changedRows(replaced.before, replacedAfter(replaced, after)) : []),
    ...(change.isAssigned ? [recordAssignment(after)] : []),
    ...others,
    ...eventsOf(change, after),
  ];
  if (operations.length > MAX_COMMITTED_OPERATIONS)
    throw new Failure(
      "booking_too_long",
      `There are too many hosts, hours, guests and references to change in one step. ${advice}`,
    );
  return { result: before ? { ...after, version: before.version + 1 } : after, operations };
}

/** The number of the latest event of a booking, and the next event of its meeting, after a change. */
function numbersAfter({ before, after, events = [] }: BookingChange): Partial<StoredBooking> {
  if (!before) return {};
  const isMeetingSet = after.nextMeetingTrigger !== before.nextMeetingTrigger;
  return {
    eventSequence: before.eventSequence + events.length,
    ...(!isMeetingSet && { nextMeetingTrigger: nextMeetingTriggerAfter(before, after) }),
    nextReminders: nextRemindersAfter(before, after),
  };
}

/** The booking that a new one replaces, with the number of its event if the reschedule has one of its own for it. */
const replacedAfter = ({ after }: Replaced, booking: StoredBooking): StoredBooking =>
  changesAudience(after, booking) ? { ...after, eventSequence: after.eventSequence + 1 } : after;

/** The operations on a changed booking and its children. */
const changedRows = (before: StoredBooking, after: StoredBooking): Operation[] => [
  replace(BookingItem, before, after),
  ...markDeletedReferences(before, after),
  ...markNoShows(before, after),
];

function markNoShows(before: StoredBooking, after: StoredBooking): Operation[] {
  const noShows = new Map(before.attendees.map(({ id, noShow }) => [id, noShow]));
  return after.attendees
    .filter(({ id, noShow }) => noShows.has(id) && noShows.get(id) !== noShow)
    .map(({ id, noShow }) =>
      update(AttendeeItem, { userId: after.userId, id }, { set: { noShow }, if: present("pk") }),
    );
}

/** Records the events of a change. */
function eventsOf({ before, replaced, events = [] }: BookingChange, after: StoredBooking): Operation[] {
  if (!replaced) return recordEvents(before, after, events);
  const left = formerParticipants(replaced.before, after);
  const original = replacedAfter(replaced, after);
  return recordReschedule({ original, booking: after, extras: { ...events[0]?.extras, left } });
}

/** Creates the operations that store a new booking with its attendees, without its time and its idempotency key. */
export function newBookingWrites(booking: StoredBooking): Operation[] {
  return [
    ...bookingWrites(booking),
    ...seriesWrites(booking),
    ...booking.attendees.flatMap((attendee) => attendeeWrites(booking, attendee)),
  ];
}

/**
 * Creates the operations that store a new booking: the booking in its host's partition, its locator, and pointers to it in the partitions of its other
 * hosts.
 */
export function bookingWrites(booking: StoredBooking): Operation[] {
  const { id, userId, createdAt, otherHosts = [] } = booking;
  return [
    put(BookingItem, booking),
    put(BookingLocator, { id, userId }),
    ...otherHosts.map((host) => put(BookingPointer, { userId: host.id, id, createdAt, hostId: userId })),
  ];
}

/** Creates the operation that adds a booking to its series, if it belongs to one. */
export const seriesWrites = ({ userId, recurringEventId, id }: StoredBooking): Operation[] =>
  recurringEventId === null ? [] : [put(SeriesItem, { userId, series: digestOf(recurringEventId), id })];

/** Creates the operations that store an attendee of a new booking. */
function attendeeWrites(booking: StoredBooking, attendee: AttendeeSummary): Operation[] {
  const seat = booking.seatsReferences.find(({ attendeeId }) => attendeeId === attendee.id) ?? null;
  const locator = { id: attendee.id, userId: booking.userId };
  return [put(AttendeeItem, newAttendee(booking, attendee, seat)), put(AttendeeLocator, locator)];
}

/** Creates the operation that records who hosts a new booking of a round-robin event type. */
const recordAssignment = ({ eventTypeId, userId, id, createdAt }: StoredBooking): Operation =>
  put(AssignmentItem, { eventTypeId, userId, bookingId: id, createdAt, ttl: expiryInDays(ASSIGNMENT_DAYS) });
