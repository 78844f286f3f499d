import { weekdayOf } from "#lib/calendar/availability/zone.ts";
import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { DAY_MINUTES } from "#lib/platform/minutes.ts";
import { type RecurrenceRule, Unreadable } from "./recurrence-rule.ts";

/** Maximum days and occurrences that are examined for one rule. */
const MAX_STEPS = 50_000;
const HOUR = 60;
const DAY_MS = DAY_MINUTES * 60_000;

/** The date of a day, with the fields that rules select by. */
interface CalendarDay {
  /** Days since 1970. */
  day: number;
  /** 0 = Sunday. */
  weekday: number;
  year: number;
  /** 1…12. */
  month: number;
  monthDay: number;
  monthLength: number;
  /** 1…366. */
  yearDay: number;
  yearLength: number;
}

/** Where the recurrence of a rule begins and the times that are requested, all in minutes of the event's clock. */
export interface Recurrence {
  start: number;
  from: number;
  to: number;
}

/**
 * The occurrences of a rule that are in `[from, to]`, in minutes of the event's clock; the start is always the first. It examines every
 * day, so it ends whatever the rule says, which the iterators of packages do not (ADR 0060). Fails with {@link Unreadable} if that
 * takes more than 50,000 steps.
 *
 * @param countSteps - called with the number of steps that were made
 */
export function listOccurrences(
  rule: RecurrenceRule,
  { start, from, to }: Recurrence,
  countSteps: (steps: number) => void,
): number[] {
  const first = calendarDay(Math.floor(start / DAY_MINUTES));
  const matches = dayFilter(completeRule(rule, first), first);
  const { timesOf, cost } = timesOfDay(rule, start);
  const occurrences = [start];
  let [steps, remaining] = [0, (rule.count ?? Infinity) - 1];
  let set: number[] = [];
  let period = Number.NaN;
  const finishSet = (): void => {
    for (const time of selectPositions(set, rule.positions)) {
      if (time <= start || remaining <= 0) continue;
      remaining -= 1;
      occurrences.push(time);
    }
    set = [];
  };
  const firstDay = Math.floor(Math.max(start, rule.count === undefined ? from : start) / DAY_MINUTES);
  // The positions in a set need all of its days.
  const margin = rule.positions.size > 0 ? 366 : 0;
  for (let day = firstDay - margin; day <= to / DAY_MINUTES + margin && remaining > 0; day += 1) {
    const date = calendarDay(day);
    const isSelected = matches(date);
    steps += isSelected ? 1 + cost : 1;
    if (steps > MAX_STEPS) break;
    if (!isSelected) continue;
    for (const time of timesOf(day)) {
      const next = periodOf(rule, date, time);
      if (next !== period) finishSet();
      period = next;
      set.push(time);
    }
  }
  finishSet();
  countSteps(steps);
  if (steps > MAX_STEPS) throw new Unreadable();
  return occurrences.filter((time) => time >= from && time <= to);
}

/** The days of a century, because every rule examines those of the window, and one with a count all days since its start. */
const MAX_CACHED = 40_000;
const days = /* @__PURE__ */ new BoundedCache<number, CalendarDay>(MAX_CACHED);

const calendarDay = (day: number): CalendarDay => days.get(day) ?? days.set(day, readDay(day));

function readDay(day: number): CalendarDay {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const yearStart = Date.UTC(year, 0, 1) / DAY_MS;
  return {
    day,
    weekday: weekdayOf(day),
    year,
    month: month + 1,
    monthDay: date.getUTCDate(),
    monthLength: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    yearDay: day - yearStart + 1,
    yearLength: Date.UTC(year + 1, 0, 1) / DAY_MS - yearStart,
  };
}

/** Adds what a rule takes from the start because it does not say it. */
function completeRule(rule: RecurrenceRule, first: CalendarDay): RecurrenceRule {
  const hasDays = rule.yearDays.size + rule.monthDays.size + rule.weekdays.length > 0;
  if (hasDays) return rule;
  const isByWeek = rule.frequency === "WEEKLY" || rule.weekNumbers.size > 0;
  if (isByWeek) return { ...rule, weekdays: [{ weekday: first.weekday, nth: 0 }] };
  if (rule.frequency === "MONTHLY") return { ...rule, monthDays: new Set([first.monthDay]) };
  if (rule.frequency !== "YEARLY") return rule;
  const months = rule.months.size > 0 ? rule.months : new Set([first.month]);
  return { ...rule, months, monthDays: new Set([first.monthDay]) };
}

/** Whether a rule has occurrences on a day. */
function dayFilter(rule: RecurrenceRule, first: CalendarDay): (date: CalendarDay) => boolean {
  const { frequency, interval, months, monthDays, yearDays, weekNumbers, weekdays, weekStart } = rule;
  const firstUnit = unitOf(rule, first);
  const isSelected = (list: ReadonlySet<number>, value: number, length: number): boolean =>
    list.size === 0 || list.has(value) || list.has(value - length - 1);
  return (date) =>
    (unitOf(rule, date) - firstUnit) % interval === 0 &&
    (months.size === 0 || months.has(date.month)) &&
    isSelected(monthDays, date.monthDay, date.monthLength) &&
    isSelected(yearDays, date.yearDay, date.yearLength) &&
    (weekdays.length === 0 ||
      weekdays.some((each) => isNthWeekday(each, date, scopeOf(frequency, months)))) &&
    (weekNumbers.size === 0 || isSelected(weekNumbers, ...weekNumber(date, weekStart)));
}

/** The number of the year, month, week or day of a date, whose difference is a multiple of the interval. */
function unitOf({ frequency, weekStart }: RecurrenceRule, { year, month, day }: CalendarDay): number {
  switch (frequency) {
    case "YEARLY":
      return year;
    case "MONTHLY":
      return year * 12 + month;
    case "WEEKLY":
      return weekOf(day, weekStart);
    case "DAILY":
      return day;
    default:
      // The interval is one of hours or minutes.
      return 0;
  }
}

const weekOf = (day: number, weekStart: number): number => (day - ((weekdayOf(day) - weekStart + 7) % 7)) / 7;

/** The period in which the number of a weekday counts. */
const scopeOf = (
  frequency: RecurrenceRule["frequency"],
  months: ReadonlySet<number>,
): "month" | "year" | undefined =>
  frequency === "MONTHLY" || (frequency === "YEARLY" && months.size > 0)
    ? "month"
    : frequency === "YEARLY"
      ? "year"
      : undefined;

function isNthWeekday(
  { weekday, nth }: RecurrenceRule["weekdays"][number],
  date: CalendarDay,
  scope: "month" | "year" | undefined,
): boolean {
  if (weekday !== date.weekday) return false;
  if (nth === 0 || scope === undefined) return true;
  const [position, length] =
    scope === "month" ? [date.monthDay, date.monthLength] : [date.yearDay, date.yearLength];
  return nth > 0 ? Math.ceil(position / 7) === nth : Math.ceil((length - position + 1) / 7) === -nth;
}

/** The number of the week of a day, and the number of weeks of that week's year. The first week has four days in its year. */
function weekNumber({ day, weekday }: CalendarDay, weekStart: number): [number: number, weeks: number] {
  const fourthDay = new Date((day - ((weekday - weekStart + 7) % 7) + 3) * DAY_MS).getUTCFullYear();
  const firstWeek = weekOf(Date.UTC(fourthDay, 0, 4) / DAY_MS, weekStart);
  const nextFirstWeek = weekOf(Date.UTC(fourthDay + 1, 0, 4) / DAY_MS, weekStart);
  return [weekOf(day, weekStart) - firstWeek + 1, nextFirstWeek - firstWeek];
}

/** The times of a rule on a day that it selects, in minutes of the event's clock, and how many are examined to find them. */
function timesOfDay(
  rule: RecurrenceRule,
  start: number,
): { timesOf: (day: number) => number[]; cost: number } {
  const startTime = start - Math.floor(start / DAY_MINUTES) * DAY_MINUTES;
  const minutes = sorted(rule.minutes.size > 0 ? rule.minutes : new Set([startTime % HOUR]));
  if (rule.frequency === "MINUTELY")
    return timesAtSteps(rule, { origin: start, step: rule.interval, minutes: [0] });
  if (rule.frequency === "HOURLY")
    return timesAtSteps(rule, { origin: start - (startTime % HOUR), step: rule.interval * HOUR, minutes });
  const hours = sorted(rule.hours.size > 0 ? rule.hours : new Set([Math.floor(startTime / HOUR)]));
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * HOUR + minute));
  return { timesOf: (day) => times.map((time) => day * DAY_MINUTES + time), cost: times.length };
}

/** The times of a rule that repeats every few minutes or hours. */
function timesAtSteps(
  { frequency, hours, minutes: selected }: RecurrenceRule,
  { origin, step, minutes }: { origin: number; step: number; minutes: readonly number[] },
): ReturnType<typeof timesOfDay> {
  const isAllowed = (time: number): boolean =>
    (hours.size === 0 || hours.has(Math.floor(time / HOUR))) &&
    (frequency === "HOURLY" || selected.size === 0 || selected.has(time % HOUR));
  const timesOf = (day: number): number[] => {
    const times: number[] = [];
    const midnight = day * DAY_MINUTES;
    let time = origin + Math.ceil((midnight - origin) / step) * step;
    for (; time < midnight + DAY_MINUTES; time += step)
      if (isAllowed(time - midnight)) times.push(...minutes.map((minute) => time + minute));
    return times;
  };
  return { timesOf, cost: Math.ceil(DAY_MINUTES / step) * minutes.length };
}

const sorted = (numbers: ReadonlySet<number>): number[] => [...numbers].sort((a, b) => a - b);

/** The period of an occurrence, in whose set `BYSETPOS` selects. */
const periodOf = (rule: RecurrenceRule, date: CalendarDay, time: number): number =>
  rule.frequency === "MINUTELY"
    ? time
    : rule.frequency === "HOURLY"
      ? Math.floor(time / HOUR)
      : unitOf(rule, date);

function selectPositions(set: readonly number[], positions: ReadonlySet<number>): readonly number[] {
  if (positions.size === 0) return set;
  return set.filter((_, index) => positions.has(index + 1) || positions.has(index - set.length));
}
