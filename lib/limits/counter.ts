import * as z from "zod";
import { PERIOD_KINDS, periodAt } from "#lib/availability/calendar-periods.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import { limitedKinds } from "#lib/event-types/limits.ts";
import { minuteOf } from "#lib/platform/minutes.ts";
import { entity } from "#lib/table/entity.ts";
import { type Guard, type Operation, update } from "#lib/table/operations.ts";

/** Days after the start of a period for which its counter is stored: it is read for at most a year. */
const COUNTER_DAYS = 380;

/**
 * Counts the bookings of an event type that start in one period, and their minutes, in the transactions of these bookings (ADR 0043).
 * `start` is the date of the first day; `counters` is the id of the event type's counters.
 */
export const CounterItem = entity({
  name: "booking-counter",
  key: { pk: "E#{eventTypeId}", sk: "C#{counters:8}#{kind}#{start}" },
  schema: z.object({
    eventTypeId: z.int(),
    counters: z.int(),
    kind: z.enum(PERIOD_KINDS),
    start: z.string(),
    bookings: z.int(),
    minutes: z.int(),
    ttl: z.int(),
  }),
});

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

/** Creates the operation that adds to a counter, and creates the counter if it does not exist. */
export function addToCounter(counter: NamedCounter, add: Count, guard: Guard = {}): Operation {
  const key = keyOfCounter(counter);
  const ttl = Date.parse(key.start) / 1_000 + COUNTER_DAYS * 86_400;
  return update(CounterItem, key, { set: { ...key, ttl }, add: { ...add }, ...guard });
}

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
