import { areCountersComplete } from "#lib/bookings/limits/complete-counters.ts";
import { type CountedBooking, listCountedBookings } from "#lib/bookings/limits/counted-booking.ts";
import {
  type Count,
  CounterItem,
  counterName,
  countWithout,
  keyOfCounter,
  minutesOf,
  reservationsIn,
} from "#lib/bookings/limits/counter.ts";
import { periodAt } from "#lib/calendar/availability/calendar-periods.ts";
import { EventTypeOfUser } from "#lib/calendar/event-types/entity.ts";
import { type Bookable, readBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { limitedKinds } from "#lib/calendar/event-types/limits.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import type { Suspicion } from "./disagreement.ts";

/** Compares the counters of limits, of current and future periods, with the bookings of a user's event types, with any host. */
export async function compareCounters(userId: number): Promise<Suspicion[]> {
  const eventTypes = await queryAll(EventTypeOfUser, { userId });
  const limited = eventTypes.filter((one) => one.counters !== null && limitedKinds(one).length > 0);
  return (await Promise.all(limited.map(({ id }) => compareCountersOf(userId, id)))).flat();
}

async function compareCountersOf(userId: number, eventTypeId: number): Promise<Suspicion[]> {
  const bookable = await readBookable(userId, eventTypeId);
  if (!bookable || !areCountersComplete(bookable)) return [];
  const { from, isCurrentOrLater } = currentPeriods(bookable);
  const bookings = await listCountedBookings(bookable, { from, to: LATEST / MINUTE });
  const expected = countsOf(bookings);
  const found = await readCounts(bookable);
  const names = [...new Set([...expected.keys(), ...found.keys()])].filter(isCurrentOrLater);
  const asOf = sha256(bookings.map(({ id, version }) => `${id}:${version}`).join());
  return names.flatMap((name) => {
    const [foundText, expectedText] = [textOf(found.get(name)), textOf(expected.get(name))];
    if (foundText === expectedText) return [];
    const { kind, start } = keyOfCounter({ eventTypeId, name });
    const subject = `${kind} ${start} of event type ${eventTypeId}`;
    return [{ userId, part: "counter" as const, subject, expected: expectedText, found: foundText, asOf }];
  });
}

/** The start of the first current period, and a function that returns whether a counter is of a current or later period. */
function currentPeriods({ eventType }: Bookable) {
  const { counters } = eventType;
  const periods = new Map(
    counters === null
      ? []
      : limitedKinds(eventType).map((kind) => [kind, periodAt(kind, now() / MINUTE, counters)] as const),
  );
  return {
    from: Math.min(...periods.values().map(({ from }) => from)),
    isCurrentOrLater: (name: string): boolean => {
      const key = keyOfCounter({ eventTypeId: eventType.id, name });
      const first = [...periods].find(([kind]) => kind === key.kind)?.[1];
      return key.counters === counters?.id && first !== undefined && key.start >= first.start;
    },
  };
}

/** The counts that follow from bookings, by counter. */
function countsOf(bookings: readonly CountedBooking[]): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const booking of bookings)
    for (const name of booking.countedIn ?? []) {
      const { bookings: before, minutes } = counts.get(name) ?? { bookings: 0, minutes: 0 };
      counts.set(name, { bookings: before + 1, minutes: minutes + minutesOf(booking) });
    }
  return counts;
}

/** The counts of bookings in counters, without reservations. */
async function readCounts({ eventType: { id } }: Bookable): Promise<Map<string, Count>> {
  const items = await queryAll(CounterItem, { eventTypeId: id });
  return new Map(
    items.map((item) => [
      counterName(item.counters, item.kind, item.start),
      countWithout(item, reservationsIn(item)),
    ]),
  );
}

const textOf = ({ bookings, minutes }: Count = { bookings: 0, minutes: 0 }): string =>
  `bookings: ${bookings}, minutes: ${minutes}`;
