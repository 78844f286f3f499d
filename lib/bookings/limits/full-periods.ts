import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Range } from "#lib/calendar/availability/calendar.ts";
import { type CalendarPeriod, periodsIn } from "#lib/calendar/availability/calendar-periods.ts";
import { hasExpired, isOwnerNamed, reservationName } from "#lib/calendar/claims/owner.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { type Limit, limitsOf } from "#lib/calendar/event-types/limits.ts";
import { minuteOf } from "#lib/platform/minutes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { areCountersComplete, calendarOf, usableCounters } from "./complete-counters.ts";
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
    ? await countWithCounters(bookable, periods, search)
    : await countBookings(bookable, periods, search);
  return periods.filter((period) => {
    const { bookings, minutes } = countOf(period);
    return exceeds(bookings + 1, period.bookings) || exceeds(minutes + search.length, period.minutes);
  });
}

const exceeds = (count: number, limit: number | undefined): boolean => limit !== undefined && count > limit;

type CountOf = (period: LimitedPeriod) => Count;

/** Returns the counts of counters, without expired reservations, and without those of the search. */
async function countWithCounters(
  bookable: Bookable,
  periods: readonly LimitedPeriod[],
  search: Search,
): Promise<CountOf> {
  const counters = await readCounters(bookable, periods);
  // Counters of different event types can have the same name.
  const moving = search.moving?.eventTypeId === bookable.eventType.id ? search.moving : undefined;
  return (period) => {
    const counter = counters.get(keyOf(period));
    if (!counter) return { bookings: 0, minutes: 0 };
    const { bookings, minutes } = countWithout(counter, reservationsIn(counter, isFreeIn(search)));
    return moving?.countedIn?.includes(counterName(counter.counters, period.kind, period.start))
      ? { bookings: bookings - 1, minutes: minutes - minutesOf(moving) }
      : { bookings, minutes };
  };
}

/** Returns whether a reservation in a counter has expired, or is the one of the search. */
function isFreeIn({ reservationUid }: Search): (owner: string) => boolean {
  const freed = reservationUid === undefined ? undefined : reservationName(reservationUid);
  return (owner) => hasExpired(owner) || (freed !== undefined && isOwnerNamed(owner, freed));
}

/** Counts the bookings of periods. Their counters are incomplete, but only they have the reservations. */
async function countBookings(
  bookable: Bookable,
  periods: readonly LimitedPeriod[],
  search: Search,
): Promise<CountOf> {
  const range = {
    from: Math.min(...periods.map(({ from }) => from)),
    to: Math.max(...periods.map(({ to }) => to)),
  };
  const [counted, counters] = await Promise.all([
    listCountedBookings(bookable, range),
    readCounters(bookable, periods),
  ]);
  const bookings = counted
    .filter(({ id }) => id !== search.moving?.id)
    .map((booking) => ({ start: minuteOf(booking.startTime), minutes: minutesOf(booking) }));
  const isFree = isFreeIn(search);
  return (period) => {
    const inPeriod = bookings.filter(({ start }) => period.from <= start && start < period.to);
    const reserved = reservationsIn(counters.get(keyOf(period)) ?? {}, (owner) => !isFree(owner));
    return {
      bookings: inPeriod.length + reserved.bookings,
      minutes: inPeriod.reduce((sum, { minutes }) => sum + minutes, reserved.minutes),
    };
  };
}

const keyOf = ({ kind, start }: Pick<CalendarPeriod, "start"> & Pick<Limit, "kind">): string =>
  `${kind}/${start}`;

/** Reads the counters of periods, by {@link keyOf}; one query for each kind, in parallel. */
async function readCounters(
  bookable: Bookable,
  periods: readonly LimitedPeriod[],
): Promise<ReadonlyMap<string, Stored<typeof CounterItem>>> {
  const counters = usableCounters(bookable)?.id;
  if (counters === undefined) return new Map();
  const byKind = Map.groupBy(periods, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(([kind, periodsOfKind]) => {
      const sortKeyOf = (start = "") => renderKey(CounterItem.key.sk, { counters, kind, start }).text;
      const [first, last] = [periodsOfKind[0]?.start, periodsOfKind.at(-1)?.start];
      // `after` is exclusive, so it gets a prefix of the first key.
      const between = { after: sortKeyOf(first).slice(0, -1), until: sortKeyOf(last) };
      return queryAll(CounterItem, { eventTypeId: bookable.eventType.id }, between);
    }),
  );
  return new Map(found.flat().map((counter) => [keyOf(counter), counter]));
}
