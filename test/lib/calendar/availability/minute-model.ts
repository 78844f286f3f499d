import type {
  Calendar,
  Calendars,
  ClosedRule,
  Hours,
  Period,
  Range,
  SlotContext,
  SlotRules,
} from "#lib/calendar/availability/calendar.ts";
import { minutesOf } from "./minutes.ts";

const MINUTE = 60_000;
const DAY = 1_440;
const QUARTER = 15;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Caches by zone: offsets by minute, and by local day the first minute of each local time. */
const clocks = new Map<string, { offsets: Map<number, number>; days: Map<number, Map<number, number>> }>();

function cacheOf(timeZone: string) {
  const cache = clocks.get(timeZone) ?? { offsets: new Map(), days: new Map() };
  clocks.set(timeZone, cache);
  return cache;
}

/** The clock of a zone at a minute since 1970, as minutes since 1970-01-01 00:00 of that clock, by `Intl`. */
export function clock(timeZone: string, minute: number): number {
  // No clock changed within a quarter of an hour of UTC since 1970.
  const quarter = Math.floor(minute / QUARTER) * QUARTER;
  const { offsets } = cacheOf(timeZone);
  const offset = offsets.get(quarter) ?? localTimeAt(timeZone, quarter) - quarter;
  offsets.set(quarter, offset);
  return minute + offset;
}

function localTimeAt(timeZone: string, minute: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(minute * MINUTE).replace(" ", "T")}Z`) / MINUTE;
}

const dateOf = (local: number): string => new Date(local * MINUTE).toISOString().slice(0, 10);
const weekdayOf = (date: string): number => new Date(date).getUTCDay();
const nextDate = (date: string): string => dateOf(Date.parse(date) / MINUTE + DAY);

/** The minutes in which a local day can lie: clocks are at most 12 hours behind UTC and 14 hours ahead of it. */
const minutesAround = (day: number): number[] =>
  minutesOf({ from: day * DAY - 14 * 60, to: (day + 1) * DAY + 12 * 60 });

/** The first minute with a local time; a local time that does not exist moves forward by the length of the gap. */
function firstMinuteOf(timeZone: string, local: number): number {
  const day = Math.floor(local / DAY);
  const { days } = cacheOf(timeZone);
  const latestFirst = () => minutesAround(day).toReversed();
  const minutesByLocal =
    days.get(day) ?? new Map(latestFirst().map((minute) => [clock(timeZone, minute), minute]));
  days.set(day, minutesByLocal);
  const found = minutesByLocal.get(local);
  if (found !== undefined) return found;
  const after = minutesAround(day).find((minute) => clock(timeZone, minute) > local) ?? Number.NaN;
  const gap = clock(timeZone, after) - clock(timeZone, after - 1) - 1;
  return firstMinuteOf(timeZone, local + gap);
}

/** Every open minute of a range. */
export function openMinutes(hours: Hours | null, within: Range): Set<number> {
  if (hours === null) return new Set(minutesOf(within));
  const { timeZone, entries } = hours;
  const open = new Set<number>();
  const last = dateOf(clock(timeZone, within.to) + 2 * DAY);
  for (let date = dateOf(clock(timeZone, within.from) - 2 * DAY); date <= last; date = nextDate(date)) {
    const overrides = entries.filter((entry) => entry.date === date);
    const weekly = entries.filter((entry) => entry.date === null && entry.days.includes(weekdayOf(date)));
    for (const { from, to } of overrides.length > 0 ? overrides : weekly) {
      if (from === to) continue;
      const midnight = Date.parse(date) / MINUTE;
      const opens = firstMinuteOf(timeZone, midnight + from);
      const closes = firstMinuteOf(timeZone, midnight + to);
      for (const minute of minutesOf({ from: opens, to: closes })) open.add(minute);
    }
  }
  return new Set([...open].filter((minute) => within.from <= minute && minute < within.to));
}

function isInWindow(
  period: Period,
  timeZone: string,
  { now, start }: { now: number; start: number },
): boolean {
  const date = dateOf(clock(timeZone, start));
  if (period.type === "UNLIMITED") return true;
  if (period.type === "RANGE") return period.start <= date && date <= period.end;
  let lastDate = dateOf(clock(timeZone, Math.floor(now)));
  for (let counted = 0; counted < period.days; ) {
    lastDate = nextDate(lastDate);
    if (period.countWeekends || ![0, 6].includes(weekdayOf(lastDate))) counted += 1;
  }
  return date <= lastDate;
}

/** The minutes of a range that are open in a calendar, and free together with the buffers around them. */
function usableMinutes({ before, after }: SlotRules, { hours, busy }: Calendar, range: Range): Set<number> {
  const busyMinutes = new Set(busy.flatMap(minutesOf));
  const isFree = (minute: number): boolean =>
    minutesOf({ from: minute - before, to: minute + 1 + after }).every((each) => !busyMinutes.has(each));
  return new Set([...openMinutes(hours, range)].filter(isFree));
}

const includesAll = (minutes: ReadonlySet<number>, range: Range): boolean =>
  minutesOf(range).every((minute) => minutes.has(minute));

/** Whether a condition is true for all required calendars and, if there is a choice, for one of it. */
const isTrueForHosts = ({ required, choice }: Calendars, isOpen: (calendar: Calendar) => boolean): boolean =>
  required.every(isOpen) && (choice === undefined || choice.some(isOpen));

/** The rule that closes an interval, decided minute by minute. */
export function modelClosedRule(
  rules: SlotRules,
  interval: Range,
  { now, ...calendars }: SlotContext,
): ClosedRule | undefined {
  const start = interval.from;
  if (!isTrueForHosts(calendars, ({ hours }) => includesAll(openMinutes(hours, interval), interval)))
    return "hours";
  if (
    !isTrueForHosts(calendars, (calendar) => includesAll(usableMinutes(rules, calendar, interval), interval))
  )
    return "busy";
  if (start < now + rules.notice) return "notice";
  return isInWindow(rules.period, rules.timeZone, { now, start }) ? undefined : "window";
}

/** The starts of slots, found by a check of every minute. */
export function modelSlotStarts(
  rules: SlotRules,
  within: Range,
  { now, viewerZone, ...calendars }: SlotContext & { viewerZone: string },
): number[] {
  const { length, period, timeZone } = rules;
  const step = rules.step ?? length;
  const grid = [60, 30, 20, 15, 10, 5, 1].find((size) => step % size === 0) ?? 1;
  const from = Math.ceil(Math.max(within.from, now + rules.notice));
  const range = { from, to: within.to + length };
  const usable = new Map(
    [...calendars.required, ...(calendars.choice ?? [])].map((calendar) => [
      calendar,
      usableMinutes(rules, calendar, range),
    ]),
  );
  const isUsable = (some: Range): boolean =>
    isTrueForHosts(calendars, (calendar) => includesAll(usable.get(calendar) ?? new Set(), some));
  const isFreeAt = (minute: number): boolean => isUsable({ from: minute, to: minute + 1 });
  const starts: number[] = [];
  let next = Number.NaN;
  for (let minute = from; minute < within.to; minute += 1) {
    if (isFreeAt(minute) && !(minute > from && isFreeAt(minute - 1))) {
      next = minute;
      while (clock(viewerZone, next) % grid !== 0) next += 1;
      next += rules.offsetStart;
    }
    if (minute !== next) continue;
    const fits = isUsable({ from: minute, to: minute + length });
    if (fits && isInWindow(period, timeZone, { now, start: minute })) starts.push(minute);
    next += step;
  }
  return starts;
}

/** The minutes since 1970, from 2025 to 2037, at which the clocks of a zone change, found by bisection. */
export function clockChanges(timeZone: string): number[] {
  const offsetAt = (minute: number): number => localTimeAt(timeZone, minute) - minute;
  const changes: number[] = [];
  // Two changes are at least a month apart.
  const step = 25 * DAY;
  for (let from = Date.UTC(2025) / MINUTE; from < Date.UTC(2038) / MINUTE; from += step) {
    let [before, after] = [from, from + step];
    if (offsetAt(before) === offsetAt(after)) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offsetAt(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}
