import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { Unreadable } from "./recurrence-rule.ts";

/** A date, or a time of some clock. */
export interface LocalTime {
  /** Minutes since 1970-01-01 00:00 of the clock, rounded down. */
  minute: number;
  /** Seconds after that minute. */
  second: number;
  isDate: boolean;
  isUtc: boolean;
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(?:(\d\d):?(\d\d):?(\d\d)(Z?)|::)?)?$/;

/** Parses `20310304`, `20310304T093000Z` or the same in jCal; `240000` is midnight of the next day. Fails with {@link Unreadable}. */
export function localTime(value: unknown): LocalTime {
  const [text, year, month, day, hour, minute, second, utc] = TIME.exec(String(value)) ?? [];
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const exists = text !== undefined && new Date(date).getUTCDate() === Number(day) && Number(month) >= 1;
  const minuteOfDay = Number(hour ?? 0) * 60 + Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  const isInDay = minuteOfDay < DAY_MINUTES || (minuteOfDay === DAY_MINUTES && seconds === 0);
  if (!exists || !isInDay || Number(minute ?? 0) > 59) throw new Unreadable();
  return {
    minute: date / MINUTE + minuteOfDay,
    second: seconds,
    isDate: hour === undefined,
    isUtc: utc === "Z",
  };
}

/** A duration: whole days on the clock, and seconds of elapsed time (RFC 5545 §3.3.6). */
export interface Duration {
  days: number;
  seconds: number;
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Days of a duration that are counted: 10,000 years. Later times can't be converted to those of a clock. */
const MAX_DAYS = 3_652_500;

/** Parses a duration such as `P1DT2H`. Fails with {@link Unreadable}. */
export function parseDuration(value: unknown): Duration {
  const parts = DURATION.exec(String(value).toUpperCase());
  if (!parts) throw new Unreadable();
  const at = (index: number): number => Number(parts[index] ?? 0) * (parts[1] === "-" ? -1 : 1);
  return { days: Math.min(at(2) * 7 + at(3), MAX_DAYS), seconds: (at(4) * 60 + at(5)) * 60 + at(6) };
}

/** The minutes of a day that a date and time fall into. */
export const dayOf = (minute: number): number => Math.floor(minute / DAY_MINUTES);
