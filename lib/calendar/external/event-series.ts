import type { Range } from "#lib/calendar/availability/calendar.ts";
import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Component } from "./components.ts";
import { dayOf, localTime } from "./event-times.ts";
import { dateOf, type EventTime, OccurrenceSet, periodRange, rangeAt, toEventClock } from "./events.ts";
import { type Property, propertiesOf } from "./properties.ts";
import { listOccurrences } from "./recurrence.ts";
import { parseRule } from "./recurrence-rule.ts";

/** An event with its time. */
export interface ReadEvent {
  component: Component;
  time: EventTime;
  isBusy: boolean;
}

/** The override of an occurrence. Its `RECURRENCE-ID` is parsed once, and not for each event of the series. */
export interface Override extends ReadEvent {
  recurrenceId: Property;
}

/** The minutes since 1970 whose occurrences are listed, and what counts the steps that it takes. */
export interface SeriesWindow extends Range {
  countSteps: (steps: number) => void;
}

/** An override that also changes all later occurrences (`RANGE=THISANDFUTURE`). */
interface Change {
  /** Minutes of the event's clock. */
  from: number;
  /** Minutes by which later occurrences move. */
  shift: number;
  event: ReadEvent;
}

/** Steps that the comparison of an event with an override of its series counts as: it takes as long as so many days of a rule. */
const STEPS_PER_OVERRIDE = 50;

/** Lists the busy ranges of a recurring event, without those of its overrides, which have their own. Fails with `Unreadable`. */
export function listSeries(event: ReadEvent, overrides: readonly Override[], window: SeriesWindow): Range[] {
  const { component, time } = event;
  window.countSteps(overrides.length * STEPS_PER_OVERRIDE);
  const changes = readChanges(event, overrides);
  if (!event.isBusy && !changes.some((change) => change.event.isBusy)) return [];
  const removed = readRemoved(event, overrides);
  const ranges: Range[] = [];
  for (const property of propertiesOf(component, "RDATE"))
    for (const value of property.values)
      if (Array.isArray(value)) {
        const range = periodRange(property, value, time.findClock);
        if (event.isBusy && !removed.has(time.clock.toLocal(range.from))) ranges.push(range);
      }
  const starts = listStarts(event, changes, window);
  window.countSteps(starts.size * changes.length);
  for (const start of starts) {
    if (removed.has(start)) continue;
    const change = changes.findLast(({ from }) => from <= start);
    const range = change ? rangeAt(change.event.time, start + change.shift) : rangeAt(time, start);
    if (range && (change?.event ?? event).isBusy) ranges.push(range);
  }
  return ranges;
}

function readChanges({ time }: ReadEvent, overrides: readonly Override[]): Change[] {
  const changes = overrides.flatMap((event): Change[] => {
    const { recurrenceId: id } = event;
    if (id.parameter("RANGE")?.toUpperCase() !== "THISANDFUTURE") return [];
    const from = toEventClock(id, id.values[0], time);
    return [{ from, shift: event.time.start - from, event }];
  });
  return changes.sort((a, b) => a.from - b.from);
}

/** The occurrences that are excluded or have overrides. */
function readRemoved({ component, time }: ReadEvent, overrides: readonly Override[]): OccurrenceSet {
  const removed = new OccurrenceSet(time);
  const properties = [
    ...propertiesOf(component, "EXDATE"),
    ...overrides.map(({ recurrenceId }) => recurrenceId),
  ];
  for (const property of properties) for (const value of property.values) removed.add(property, value);
  return removed;
}

/** The starts of the occurrences near the window, in minutes of the event's clock. The start of the event is always one. */
function listStarts(
  { component, time }: ReadEvent,
  changes: readonly Change[],
  window: SeriesWindow,
): Set<number> {
  const lengths = [time, ...changes.map(({ event }) => event.time)].map(
    ({ length }) => (length?.days ?? 0) * DAY_MINUTES + (length?.minutes ?? 0),
  );
  // Clock changes, and overrides that move later occurrences.
  const margin = 2 * DAY_MINUTES + Math.max(0, ...changes.map(({ shift }) => Math.abs(shift)));
  const from = window.from - Math.max(...lengths) - margin;
  const starts = new Set([time.start]);
  for (const text of component.texts("RRULE")) {
    const rule = parseRule(text);
    const isBeforeUntil = untilTest(rule.until, time);
    const last = rule.until === undefined ? Infinity : localTime(rule.until).minute + 2 * DAY_MINUTES;
    const to = Math.min(window.to + margin, last);
    for (const start of listOccurrences(rule, { start: time.start, from, to }, window.countSteps))
      if (isBeforeUntil(start)) starts.add(start);
  }
  for (const property of propertiesOf(component, "RDATE"))
    for (const value of property.values)
      if (!Array.isArray(value)) starts.add(toEventClock(property, value, time));
  return starts;
}

/** Whether an occurrence is not after `UNTIL`. A date includes its whole day. */
function untilTest(text: string | undefined, { clock, isAllDay }: EventTime): (start: number) => boolean {
  if (text === undefined) return () => true;
  const until = localTime(text);
  if (until.isDate || isAllDay) {
    const lastDay = dateOf(until, clock);
    return (start) => dayOf(start) <= lastDay;
  }
  return until.isUtc ? (start) => clock.toInstant(start) <= until.minute : (start) => start <= until.minute;
}
