import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import type { Calendar, Calendars, ClosedRule, Period, Range, SlotContext, SlotRules } from "./calendar.ts";
import { openRanges } from "./open-ranges.ts";
import { contains, intersectRanges, mergeRanges, subtractRanges } from "./ranges.ts";
import { dayOfDate, fromLocal, localDay, offsetSpan, weekdayOf } from "./zone.ts";

/** Finds the first rule by which an interval is closed for an event type; undefined if it is open. The rules' length and step have no effect. */
export function findClosedRule(
  rules: SlotRules,
  interval: Range,
  { now, full = [], ...calendars }: SlotContext,
): ClosedRule | undefined {
  const ruleOfCalendars = findClosedRuleOfCalendars(rules, interval, calendars);
  if (ruleOfCalendars !== undefined) return ruleOfCalendars;
  if (interval.from < earliestStart(rules, now)) return "notice";
  const window = bookingWindow(rules.period, rules.timeZone, now);
  if (interval.from < window.from || interval.from >= window.to) return "window";
  return startsIn(full, interval.from) ? "limit" : undefined;
}

function findClosedRuleOfCalendars(
  rules: SlotRules,
  interval: Range,
  { required, choice }: Calendars,
): CalendarRule | undefined {
  const findRule = (calendar: Calendar) => findClosedRuleOfCalendar(rules, interval, calendar);
  const requiredRules = required.map(findRule);
  const choiceRules = choice?.map(findRule) ?? [undefined];
  // A choice is closed by the last rule that closed one of its calendars.
  return CALENDAR_RULES.find(
    (rule, at) =>
      requiredRules.includes(rule) ||
      choiceRules.every((found) => found !== undefined && CALENDAR_RULES.indexOf(found) <= at),
  );
}

/** The rules of one calendar, in the order in which they are checked. */
const CALENDAR_RULES = ["hours", "calendar", "busy"] as const satisfies ClosedRule[];
type CalendarRule = (typeof CALENDAR_RULES)[number];

/** Finds the rule by which an interval is closed in the calendar of one host; undefined if the host is free. */
export function findClosedRuleOfCalendar(
  rules: SlotRules,
  interval: Range,
  { hours, busy, readUntil = Infinity }: Calendar,
): CalendarRule | undefined {
  const open = openRanges(hours, interval);
  if (!contains(open, interval)) return "hours";
  if (interval.to + rules.after > readUntil) return "calendar";
  return contains(freeRanges(rules, open, busy), interval) ? undefined : "busy";
}

/**
 * Lists the starts of an event type's slots within a range, ascending. A slot may end after the range. Each slot is open according to
 * {@link findClosedRule}. `viewerZone` is the time zone in which starts are round times.
 */
export function listSlotStarts(
  rules: SlotRules,
  within: Range,
  { now, full = [], viewerZone, ...calendars }: SlotContext & { viewerZone: string },
): number[] {
  const window = bookingWindow(rules.period, rules.timeZone, now);
  const from = Math.ceil(Math.max(within.from, earliestStart(rules, now)));
  const to = Math.min(within.to, window.to);
  const step = rules.step ?? rules.length;
  const { free, startable } = freeTime(rules, { from, to: to + rules.length }, calendars);
  const starts: number[] = [];
  for (const range of free) {
    const first = roundUpToGrid(range.from, gridOf(step), viewerZone) + rules.offsetStart;
    const end = Math.min(to, range.to - rules.length + 1);
    for (let start = first; start < end; start += step) if (start >= window.from) starts.push(start);
  }
  const hostIsFree = startable ? filterStarts(starts, startable) : starts;
  const fullRanges = mergeRanges(full);
  return fullRanges.length === 0 ? hostIsFree : hostIsFree.filter((start) => !startsIn(fullRanges, start));
}

/** Filters ascending starts to those that are in merged ranges. */
function filterStarts(starts: readonly number[], ranges: readonly Range[]): number[] {
  let at = 0;
  return starts.filter((start) => {
    while ((ranges[at]?.to ?? Infinity) <= start) at += 1;
    return (ranges[at]?.from ?? Infinity) <= start;
  });
}

const startsIn = (ranges: readonly Range[], start: number): boolean =>
  ranges.some(({ from, to }) => from <= start && start < to);

/** The time whose busy ranges affect the slots that start within a range. */
export const busyTimeOf = ({ length, before, after }: SlotRules, { from, to }: Range): Range => ({
  from: from - before,
  to: to + length + after,
});

const earliestStart = ({ notice }: SlotRules, now: number): number => now + notice;

/** The minutes of which starts are multiples: the largest round number that divides the step. */
const gridOf = (step: number): number => [60, 30, 20, 15, 10, 5].find((grid) => step % grid === 0) ?? 1;

/** Rounds a minute up to the next one at which the clock of a zone shows a multiple of the grid. */
function roundUpToGrid(minute: number, grid: number, timeZone: string): number {
  const { offset, to } = offsetSpan(timeZone, minute);
  const rounded = Math.ceil((minute + offset) / grid) * grid - offset;
  return rounded < to ? rounded : roundUpToGrid(to, grid, timeZone);
}

/** The free time of the hosts of a slot. */
interface FreeTime {
  /** The ranges that are divided into slots. With a choice of hosts, one range may consist of the free time of several of them. */
  free: Range[];
  /** Only with a choice of hosts: the starts at which one of them is free for the whole slot. */
  startable?: Range[];
}

/** Finds the time in a range in which all required hosts are free and, if there is a choice, at least one host of it. */
function freeTime(rules: SlotRules, within: Range, { required, choice }: Calendars): FreeTime {
  const freeOf = ({ hours, busy, readUntil = Infinity }: Calendar) => {
    const to = Math.min(within.to, readUntil - rules.after);
    return to > within.from ? freeRanges(rules, openRanges(hours, { ...within, to }), busy) : [];
  };
  const [first, ...others] = required.map(freeOf);
  const common = first && others.reduce(intersectRanges, first);
  if (!choice) return { free: common ?? [] };
  const choiceRanges = choice.flatMap((calendar) =>
    common ? intersectRanges(common, freeOf(calendar)) : freeOf(calendar),
  );
  const startable = choiceRanges.map(({ from, to }) => ({ from, to: to - rules.length + 1 }));
  return { free: mergeRanges(choiceRanges), startable: mergeRanges(startable) };
}

/** Removes busy time, and the time in which a slot's own buffers would overlap it, from open ranges. */
const freeRanges = ({ before, after }: SlotRules, open: readonly Range[], busy: readonly Range[]): Range[] =>
  subtractRanges(
    open,
    mergeRanges(busy).map(({ from, to }) => ({ from: from - after, to: to + before })),
  );

/** The range in which a slot may start: whole days of the zone. */
function bookingWindow(period: Period, timeZone: string, now: number): Range {
  const startOf = (day: number): number => fromLocal(timeZone, day * DAY_MINUTES);
  switch (period.type) {
    case "UNLIMITED":
      return { from: -Infinity, to: Infinity };
    case "ROLLING":
      return { from: -Infinity, to: startOf(lastRollingDay(localDay(timeZone, now), period) + 1) };
    case "RANGE":
      return { from: startOf(dayOfDate(period.start)), to: startOf(dayOfDate(period.end) + 1) };
    default:
      return period satisfies never;
  }
}

function lastRollingDay(
  today: number,
  { days, countWeekends }: { days: number; countWeekends: boolean },
): number {
  if (countWeekends) return today + days;
  let day = today;
  for (let counted = 0; counted < days; ) {
    day += 1;
    if (weekdayOf(day) % 6 !== 0) counted += 1;
  }
  return day;
}
