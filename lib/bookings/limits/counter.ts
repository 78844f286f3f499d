import * as z from "zod";
import { PERIOD_KINDS, periodAt } from "#lib/calendar/availability/calendar-periods.ts";
import { isReservation } from "#lib/calendar/claims/owner.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import { limitedKinds } from "#lib/calendar/event-types/limits.ts";
import { minuteOf } from "#lib/platform/minutes.ts";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { type Guard, type Operation, update } from "#lib/storage/table/operations.ts";

/** Days after the start of a period for which its counter is stored: it is read for at most a year. */
const COUNTER_DAYS = 380;

/**
 * Counts the bookings of an event type that start in one period, and their minutes, in the transactions of these bookings (ADR 0043).
 * `start` is the date of the first day; `counters` is the id of the event type's counters. Reservations count like bookings. Each has an
 * attribute with the name of its owner (`lib/calendar/claims/owner.ts`) and its minutes; `reserved` is their number. Expired ones are removed when
 * the limit is reached.
 */
export const CounterItem = entity({
  name: "booking-counter",
  key: { pk: "E#{eventTypeId}", sk: "C#{counters:8}#{kind}#{start}" },
  schema: z.looseObject({
    eventTypeId: z.int(),
    counters: z.int(),
    kind: z.enum(PERIOD_KINDS),
    start: z.string(),
    bookings: z.int(),
    minutes: z.int(),
    reserved: z.int().optional(),
    ttl: z.int(),
  }),
});
type StoredCounter = Stored<typeof CounterItem>;

/** Returns the name of a counter in the bookings that it counts. */
export const counterName = (counters: number, kind: string, start: string): string =>
  `${counters}/${kind}/${start}`;

/** A counter, by its name in bookings of its event type. */
export interface NamedCounter {
  eventTypeId: number;
  name: string;
}

/** Returns the key of a counter. */
export function keyOfCounter({ eventTypeId, name }: NamedCounter) {
  const [counters = "", kind = "", start = ""] = name.split("/");
  return { eventTypeId, counters: Number(counters), kind, start };
}

/** A number of bookings, and their minutes. */
export interface Count {
  bookings: number;
  minutes: number;
}

/** Some reservations in a counter: their owners, and their count. */
export interface CountedReservations extends Count {
  owners: readonly string[];
}

/** Finds the reservations in the item of a counter whose owner passes a test. */
export function reservationsIn(
  counter: Record<string, unknown>,
  passes: (owner: string) => boolean = () => true,
): CountedReservations {
  const owners = Object.keys(counter).filter((name) => isReservation(name) && passes(name));
  const minutes = owners.reduce((sum, owner) => sum + Number(counter[owner]), 0);
  return { owners, bookings: owners.length, minutes };
}

/** Returns the count of a counter without some of its reservations. */
export const countWithout = ({ bookings, minutes }: StoredCounter, left: Count): Count => ({
  bookings: bookings - left.bookings,
  minutes: minutes - left.minutes,
});

/** Changes of a counter: of its count, of `reserved`, and of the attributes of reservations. */
interface CounterWrite extends Guard {
  add: Record<string, number>;
  set?: Record<string, unknown>;
  remove?: readonly string[];
}

/** Creates the operation that changes a counter, and creates the counter if it does not exist. */
export function changeCounter(counter: NamedCounter, { set, ...change }: CounterWrite): Operation {
  const key = keyOfCounter(counter);
  const ttl = Date.parse(key.start) / 1_000 + COUNTER_DAYS * 86_400;
  return update(CounterItem, key, { ...change, set: { ...set, ...key, ttl } });
}

/** Creates the operation that adds to a counter, and creates the counter if it does not exist. */
export const addToCounter = (counter: NamedCounter, { bookings, minutes }: Count): Operation =>
  changeCounter(counter, { add: { bookings, minutes } });

/** Returns the names of the counters that count a booking with this start; undefined if the event type has no limits. */
export function countersFor({ eventType }: Bookable, startTime: string): string[] | undefined {
  const { counters } = eventType;
  if (counters === null) return undefined;
  return limitedKinds(eventType).map((kind) =>
    counterName(counters.id, kind, periodAt(kind, minuteOf(startTime), counters).start),
  );
}

/** Returns the minutes of a booking, rounded up. */
export const minutesOf = (times: { startTime: string; endTime: string }): number =>
  Math.ceil(minuteOf(times.endTime) - minuteOf(times.startTime));
