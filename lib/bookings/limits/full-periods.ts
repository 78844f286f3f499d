import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import { type CalendarPeriod, periodsIn } from "#lib/calendar/availability/calendar-periods.ts";
import { hasExpired, isOwnerNamed, reservationName } from "#lib/calendar/claims/owner.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { type Limit, limitsOf } from "#lib/calendar/event-types/limits.ts";
import { minuteOf } from "#lib/platform/minutes.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { areCountersComplete, calendarOf } from "./complete-counters.ts";
import { listCountedBookings } from "./counted-booking.ts";
import { type Count, CounterItem, counterName, countWithout, minutesOf, reservationsIn } from "./counter.ts";

/** A booking that is not counted, because it is moved or replaced. */
export type FreedBooking = Pick<StoredBooking, "id" | "eventTypeId" | "startTime" | "endTime" | "countedIn">;

interface Search {
  within: Range;
  /** Minutes of the booking to add. */
  length: number;
  moving: FreedBooking | undefined;
  /** The reservation that is not counted. */
  reservationUid?: string | undefined;
}

/** A limit in one period. */
type LimitedPeriod = CalendarPeriod & Limit;

/** Finds the periods that overlap a range and in which the limits of an event type allow no further booking. */
export async function findFullPeriods(bookable: Bookable, search: Search): Promise<Range[]> {
  const calendar = calendarOf(bookable);
  const periods = limitsOf(bookable.eventType).flatMap((limit) =>
    periodsIn(limit.kind, search.within, calendar).map((period) => ({ ...limit, ...period })),
  );
  if (periods.length === 0) return [];
  const countOf = areCountersComplete(bookable)
    ? await readCounters(bookable, periods, search)
    : await countBookings(bookable, periods, search.moving);
  return periods.filter((period) => {
    const { bookings, minutes } = countOf(period);
    return exceeds(bookings + 1, period.bookings) || exceeds(minutes + search.length, period.minutes);
  });
}

const exceeds = (count: number, limit: number | undefined): boolean => limit !== undefined && count > limit;

type CountOf = (period: LimitedPeriod) => Count;

/** Reads the counters of periods; one query for each kind, in parallel. */
async function readCounters(
  { eventType: { id: eventTypeId, counters } }: Bookable,
  periods: readonly LimitedPeriod[],
  { moving, reservationUid }: Search,
): Promise<CountOf> {
  const id = counters?.id ?? 0;
  const freed = reservationUid === undefined ? undefined : reservationName(reservationUid);
  // Counters of different event types can have the same name.
  const uncounted = moving?.eventTypeId === eventTypeId ? moving : undefined;
  const isFree = (owner: string) => hasExpired(owner) || (freed !== undefined && isOwnerNamed(owner, freed));
  const byKind = Map.groupBy(periods, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(([kind, periodsOfKind]) => {
      const keyOf = (start = "") => renderKey(CounterItem.key.sk, { counters: id, kind, start }).text;
      const [first, last] = [periodsOfKind[0]?.start, periodsOfKind.at(-1)?.start];
      // `after` is exclusive, so it gets a prefix of the first key.
      return queryAll(CounterItem, { eventTypeId }, { after: keyOf(first).slice(0, -1), until: keyOf(last) });
    }),
  );
  const counts = new Map(
    found
      .flat()
      .map((counter) => [
        counterName(counter.counters, counter.kind, counter.start),
        countWithout(counter, reservationsIn(counter, isFree)),
      ]),
  );
  return ({ kind, start }) => {
    const name = counterName(id, kind, start);
    const { bookings, minutes } = counts.get(name) ?? { bookings: 0, minutes: 0 };
    return uncounted?.countedIn?.includes(name)
      ? { bookings: bookings - 1, minutes: minutes - minutesOf(uncounted) }
      : { bookings, minutes };
  };
}

/** Counts the bookings of periods. */
async function countBookings(
  bookable: Bookable,
  periods: readonly LimitedPeriod[],
  moving: FreedBooking | undefined,
): Promise<CountOf> {
  const range = {
    from: Math.min(...periods.map(({ from }) => from)),
    to: Math.max(...periods.map(({ to }) => to)),
  };
  const bookings = (await listCountedBookings(bookable, range))
    .filter(({ id }) => id !== moving?.id)
    .map((booking) => ({ start: minuteOf(booking.startTime), minutes: minutesOf(booking) }));
  return ({ from, to }) => {
    const inPeriod = bookings.filter(({ start }) => from <= start && start < to);
    return {
      bookings: inPeriod.length,
      minutes: inPeriod.reduce((sum, { minutes }) => sum + minutes, 0),
    };
  };
}
