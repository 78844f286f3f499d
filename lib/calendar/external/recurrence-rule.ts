/** A number of a weekday (0 = Sunday), such as the second (2) or the last (-1) of a month; 0: each. */
interface RuleWeekday {
  weekday: number;
  nth: number;
}

const FREQUENCIES = ["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Maximum entries of `BYDAY`, which are compared with every day. */
const MAX_WEEKDAYS = 50;

/** A recurrence rule of RFC 5545 §3.3.10, without `BYSECOND`: times are whole minutes. A list that is missing is empty. */
export interface RecurrenceRule {
  frequency: (typeof FREQUENCIES)[number];
  interval: number;
  count: number | undefined;
  /** As written: a date, or a time in UTC or of the event's clock. */
  until: string | undefined;
  /** 0 = Sunday. */
  weekStart: number;
  months: ReadonlySet<number>;
  weekNumbers: ReadonlySet<number>;
  yearDays: ReadonlySet<number>;
  monthDays: ReadonlySet<number>;
  weekdays: readonly RuleWeekday[];
  hours: ReadonlySet<number>;
  minutes: ReadonlySet<number>;
  positions: ReadonlySet<number>;
}

/** A rule, or another part of an event, can't be read. */
export class Unreadable extends Error {}

/** Parses the value of an `RRULE`. Fails with {@link Unreadable}, also for `SECONDLY`. */
export function parseRule(text: string): RecurrenceRule {
  const parts = new Map(text.split(";").map((part) => splitPart(part)));
  const valuesOf = (name: string): string[] => parts.get(name)?.split(",") ?? [];
  const numbers = (name: string, least: number, most: number): Set<number> =>
    new Set(valuesOf(name).map((value) => parseInteger(value, least, most)));
  const weekdays = valuesOf("BYDAY").map(parseWeekday);
  if (weekdays.length > MAX_WEEKDAYS) throw new Unreadable();
  const frequency = FREQUENCIES.find((each) => each === parts.get("FREQ"));
  // Rules of other calendars (RFC 7529).
  const isGregorian = (parts.get("RSCALE") ?? "GREGORIAN") === "GREGORIAN";
  if (!frequency || !isGregorian) throw new Unreadable();
  const count = parts.get("COUNT");
  return {
    frequency,
    interval: parseInteger(parts.get("INTERVAL") ?? "1", 1, Number.MAX_SAFE_INTEGER),
    count: count === undefined ? undefined : parseInteger(count, 1, Number.MAX_SAFE_INTEGER),
    until: parts.get("UNTIL"),
    weekStart: parseWeekday(parts.get("WKST") ?? "MO").weekday,
    months: numbers("BYMONTH", 1, 12),
    weekNumbers: numbers("BYWEEKNO", -53, 53),
    yearDays: numbers("BYYEARDAY", -366, 366),
    monthDays: numbers("BYMONTHDAY", -31, 31),
    weekdays,
    hours: numbers("BYHOUR", 0, 23),
    minutes: numbers("BYMINUTE", 0, 59),
    positions: numbers("BYSETPOS", -366, 366),
  };
}

function splitPart(part: string): [name: string, value: string] {
  const [name = "", value = ""] = part.trim().toUpperCase().split("=");
  return [name, value];
}

function parseInteger(text: string, least: number, most: number): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Unreadable();
}

function parseWeekday(text: string): RuleWeekday {
  const [, nth = "0", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(name);
  if (weekday < 0) throw new Unreadable();
  return { weekday, nth: Number(nth) };
}
