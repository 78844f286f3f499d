import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Component } from "./components.ts";
import { dayOf, type LocalTime, localTime, parseDuration } from "./event-times.ts";
import type { Clock } from "./event-zones.ts";
import { type Property, propertyOf } from "./properties.ts";

/** Finds the clock of a `TZID`, or of times without one. */
export type FindClock = (id: string | undefined) => Clock;

/** A length: whole days on the clock, and then minutes of elapsed time. */
interface Length {
  days: number;
  minutes: number;
}

/** The time of an event, or of its first occurrence. */
export interface EventTime {
  clock: Clock;
  /** Finds the clocks of other times of the event; those without a `TZID` have the event's clock. */
  findClock: FindClock;
  /** Minutes since 1970-01-01 00:00 of the clock. */
  start: number;
  isAllDay: boolean;
  /** Undefined if the event has none. */
  length: Length | undefined;
}

/** Reads `DTSTART` and `DTEND` or `DURATION`. Fails with `Unreadable`, also without `DTSTART`. */
export function readEventTime(event: Component, findClock: FindClock): EventTime {
  const property = propertyOf(event, "DTSTART");
  const start = localTime(property?.values[0]);
  const clock = clockOf(property, start, findClock);
  const time = {
    clock,
    findClock: (id: string | undefined) => (id === undefined ? clock : findClock(id)),
    start: start.minute,
    isAllDay: start.isDate,
    length: undefined,
  };
  const end = propertyOf(event, "DTEND");
  const duration = propertyOf(event, "DURATION");
  if (end) return { ...time, length: lengthUntil(end, time) };
  if (!duration) return { ...time, length: start.isDate ? { days: 1, minutes: 0 } : undefined };
  const { days, seconds } = parseDuration(duration.values[0]);
  const isEmpty = days * DAY_MINUTES * 60 + seconds <= 0;
  return {
    ...time,
    length: isEmpty ? undefined : { days, minutes: Math.ceil((start.second + seconds) / 60) },
  };
}

/** The length until `DTEND`: of an event with a time the exact one, which a clock change does not alter (RFC 5545 §3.8.5.3). */
function lengthUntil(property: Property, time: EventTime): Length | undefined {
  const end = localTime(property.values[0]);
  if (time.isAllDay && end.isDate) {
    const days = dayOf(end.minute) - dayOf(time.start);
    return days > 0 ? { days, minutes: 0 } : undefined;
  }
  const clock = clockOf(property, end, time.findClock);
  const lastMinute = clock.toInstant(end.minute) + (end.second > 0 ? 1 : 0);
  const minutes = lastMinute - time.clock.toInstant(time.start);
  return minutes > 0 ? { days: 0, minutes } : undefined;
}

/** The clock of the times of a property. */
function clockOf(property: Property | undefined, time: LocalTime, findClock: FindClock): Clock {
  return time.isUtc ? UTC : findClock(time.isDate ? undefined : property?.parameter("TZID"));
}

const UTC: Clock = { toInstant: (minute) => minute, toLocal: (minute) => minute };

/** The dates and instants of `EXDATE`s and `RECURRENCE-ID`s, with which occurrences are compared. */
export class OccurrenceSet {
  readonly #time: EventTime;
  readonly #instants = new Set<number>();
  readonly #days = new Set<number>();

  constructor(time: EventTime) {
    this.#time = time;
  }

  /** Adds a value of a property. Fails with `Unreadable`. */
  add(property: Property, value: unknown): void {
    const time = localTime(value);
    if (time.isDate || this.#time.isAllDay) this.#days.add(dateOf(time, this.#time.clock));
    else this.#instants.add(toInstant(property, time, this.#time.findClock));
  }

  /** @param start - minutes of the event's clock */
  has(start: number): boolean {
    return this.#days.has(dayOf(start)) || this.#instants.has(this.#time.clock.toInstant(start));
  }
}

const toInstant = (property: Property, time: LocalTime, findClock: FindClock): number =>
  clockOf(property, time, findClock).toInstant(time.minute);

/**
 * The day, on the clock of an all-day event, that one of its other times means: Outlook writes the midnight of the clock in UTC. A midnight in UTC
 * means its date.
 */
export function dateOf({ minute, isUtc }: LocalTime, clock: Clock): number {
  const isMidnight = minute % DAY_MINUTES === 0;
  return dayOf(isUtc && !isMidnight ? clock.toLocal(minute) : minute);
}

/** A value of a property as minutes of the event's clock; a date is that day at the time of the event. Fails with `Unreadable`. */
export function toEventClock(property: Property, value: unknown, event: EventTime): number {
  const time = localTime(value);
  if (time.isDate) return time.minute + event.start - dayOf(event.start) * DAY_MINUTES;
  if (event.isAllDay) return dateOf(time, event.clock) * DAY_MINUTES;
  return event.clock.toLocal(toInstant(property, time, event.findClock));
}

/** The minutes since 1970 of an occurrence that starts at a minute of the event's clock; undefined if it has no length. */
export function rangeAt(
  { clock, length }: EventTime,
  start: number,
): { from: number; to: number } | undefined {
  if (!length) return undefined;
  return {
    from: clock.toInstant(start),
    to: clock.toInstant(start + length.days * DAY_MINUTES) + length.minutes,
  };
}

/** The range of a period, such as `20310304T093000Z/PT1H`, in minutes since 1970, rounded outward. Fails with `Unreadable`. */
export function periodRange(
  property: Property,
  [first, second]: readonly unknown[],
  findClock: FindClock,
): { from: number; to: number } {
  const start = localTime(first);
  const from = toInstant(property, start, findClock);
  if (/^[+-]?P/i.test(String(second))) {
    const { days, seconds } = parseDuration(second);
    return { from, to: from + days * DAY_MINUTES + Math.ceil((start.second + seconds) / 60) };
  }
  const end = localTime(second);
  return { from, to: toInstant(property, end, findClock) + (end.second > 0 ? 1 : 0) };
}
