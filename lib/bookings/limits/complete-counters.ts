import { type PeriodCalendar, periodAt } from "#lib/calendar/availability/calendar-periods.ts";
import { EventTypeItem, EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { type Bookable, cacheBookable, readBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { limitedKinds } from "#lib/calendar/event-types/limits.ts";
import { notFound } from "#lib/failures.ts";
import { WeekStart } from "#lib/identity/users/schema.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { type Operation, replace, update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { CountedBooking, listCountedBookings } from "./counted-booking.ts";
import { addToCounter, countersFor, minutesOf } from "./counter.ts";

/**
 * Milliseconds after new counters are created in which functions may still create bookings that these don't count: a function caches an
 * event type for 5 seconds, and runs for at most 29.
 */
const SETTLING_MILLISECONDS = 40_000;

/** Returns the calendar of the days and weeks to which the limits of an event type apply. */
export const calendarOf = ({ owner, hours }: Bookable): PeriodCalendar => ({
  timeZone: hours?.timeZone ?? owner.timeZone,
  weekStart: WeekStart.options.indexOf(owner.weekStart),
});

/** Whether the counters of an event type count all of its bookings, in its present time zone. */
export function areCountersComplete(bookable: Bookable): boolean {
  const counters = usableCounters(bookable);
  if (!counters || counters.completedAt === null) return false;
  const settled = counters.since + SETTLING_MILLISECONDS;
  return counters.completedAt >= settled || now() < settled;
}

/** Returns the counters of an event type; null if it has none, or only those of another time zone or first day of the week. */
export function usableCounters(bookable: Bookable): Counters | null {
  const { counters } = bookable.eventType;
  const { timeZone, weekStart } = calendarOf(bookable);
  return counters?.timeZone === timeZone && counters.weekStart === weekStart ? counters : null;
}

/**
 * Completes the counters of an event type, so that they count all of its bookings.
 *
 * @throws {Failure} `not_found` if the event type has been deleted
 */
export async function withCompleteCounters(bookable: Bookable): Promise<Bookable> {
  const { eventType, owner } = bookable;
  if (limitedKinds(eventType).length === 0 || areCountersComplete(bookable)) return bookable;
  return retryFailedCondition(async () => {
    const readAt = now();
    const read = await readBookable(owner.id, eventType.id);
    if (!read) throw notFound("Event type");
    if (limitedKinds(read.eventType).length === 0 || areCountersComplete(read)) return read;
    const completed = await completeCounters(usableCounters(read) ? read : await startCounters(read));
    cacheBookable(completed, readAt);
    return completed;
  });
}

type Counters = NonNullable<Bookable["eventType"]["counters"]>;

/** Creates new counters of an event type, which count nothing yet. */
const startCounters = (bookable: Bookable): Promise<Bookable> =>
  writeCounters(bookable, {
    ...calendarOf(bookable),
    id: bookable.eventType.version + 1,
    since: now(),
    completedAt: null,
  });

/** Counts the bookings that the counters of an event type don't count yet. */
async function completeCounters(bookable: Bookable): Promise<Bookable> {
  const { counters } = bookable.eventType;
  if (!counters) return bookable;
  const completedAt = now();
  const starts = limitedKinds(bookable.eventType).map(
    (kind) => periodAt(kind, completedAt / MINUTE, counters).from,
  );
  const range = { from: Math.min(...starts), to: LATEST / MINUTE };
  await countExisting(bookable, await listCountedBookings(bookable, range));
  return writeCounters(bookable, { ...counters, completedAt });
}

async function writeCounters(bookable: Bookable, counters: Counters): Promise<Bookable> {
  const before = bookable.eventType;
  const after = { ...before, counters, version: before.version + 1 };
  await transact([replace(EventTypeItem, before, after), replace(EventTypeOfUser, before, after)]);
  return { ...bookable, eventType: after };
}

/** Bookings of one transaction. Each is changed itself, with at most four counters. */
const BATCH_SIZE = 19;

/**
 * Counts bookings that the counters of their event type don't count yet. Each booking gets the names of its counters in the transaction
 * that counts it, so it is counted only once, even if several functions run this concurrently.
 *
 * @throws {ConditionFailed} if one of them is changed concurrently
 */
async function countExisting(bookable: Bookable, bookings: readonly CountedBooking[]): Promise<void> {
  const uncounted = bookings
    .map((booking) => ({ booking, names: countersFor(bookable, booking.startTime) ?? [] }))
    .filter(({ booking, names }) => names.join() !== booking.countedIn?.join());
  // In random order, so that concurrent functions mostly write different bookings.
  for (const batch of chunksOf(uncounted, BATCH_SIZE).toSorted(() => Math.random() - 0.5))
    await transact(countingOperations(bookable.eventType.id, batch));
}

function countingOperations(
  eventTypeId: number,
  uncounted: readonly { booking: CountedBooking; names: string[] }[],
): Operation[] {
  const counts = new Map<string, { bookings: number; minutes: number }>();
  for (const { booking, names } of uncounted)
    for (const name of names) {
      const { bookings, minutes } = counts.get(name) ?? { bookings: 0, minutes: 0 };
      counts.set(name, { bookings: bookings + 1, minutes: minutes + minutesOf(booking) });
    }
  return [
    ...uncounted.map(({ booking: { userId, id, version }, names }) =>
      update(CountedBooking, { userId, id }, { set: { countedIn: names }, ifVersion: version }),
    ),
    ...[...counts].map(([name, add]) => addToCounter({ eventTypeId, name }, add)),
  ];
}
