/** Minutes `[from, to)` since 1970 (UTC). */
export interface Range {
  from: number;
  to: number;
}

/** Open minutes `[from, to)` of a local day, 0…1440, on weekdays (0 = Sunday) or on one date. */
export interface HoursEntry {
  days: readonly number[];
  /** `2031-03-04` for an override, which replaces the weekly hours of that day; `from` = `to` closes the day. */
  date: string | null;
  from: number;
  to: number;
}

/** Weekly hours and overrides, in the wall-clock time of a zone of the tz database. */
export interface Hours {
  timeZone: string;
  entries: readonly HoursEntry[];
}

/**
 * The booking window: the days on which a slot may start. `ROLLING` ends with the `days`-th day after today; without `countWeekends` only
 * Monday to Friday count. `RANGE` includes both dates (`2031-03-04`).
 */
export type Period =
  | { type: "UNLIMITED" }
  | { type: "ROLLING"; days: number; countWeekends: boolean }
  | { type: "RANGE"; start: string; end: string };

/** The rules of an event type for its slots. Durations are in whole minutes. */
export interface SlotRules {
  /** The zone whose days the booking window counts: the schedule's, or the owner's if there is no schedule. */
  timeZone: string;
  length: number;
  /** Minutes from one slot to the next; null: the length. */
  step: number | null;
  offsetStart: number;
  notice: number;
  /** Buffers before and after a slot. They must be free, but may be outside the hours. */
  before: number;
  after: number;
  period: Period;
}

/** Days for which other calendars are read, from the midnight (UTC) of today. */
export const CALENDAR_DAYS = 400;

/** The times at which a host can be booked. */
export interface Calendar {
  /** Null: open at all hours. */
  hours: Hours | null;
  /** The claimed minutes of the host, in any order. */
  busy: readonly Range[];
  /** The minute up to which the host's other calendars have been read; none if the host has no others. */
  readUntil?: number | undefined;
  /** Periods whose limits are reached, in any order: no slot starts in them. */
  full?: readonly Range[];
}

/** The calendars of the hosts of a slot: all `required` hosts must be free and, if there is a `choice`, one host of it. */
export interface Calendars {
  required: readonly Calendar[];
  choice?: readonly Calendar[] | undefined;
}

/** The state on which slots depend, beside their rules. */
export interface SlotContext extends Calendars {
  /** Minutes since 1970; may have a fraction. */
  now: number;
  /** Periods whose limits are reached, in any order: no slot starts in them. */
  full?: readonly Range[];
}

/** The rule by which an interval is closed. */
export const CLOSED_RULES = ["hours", "busy", "notice", "window", "limit", "calendar"] as const;
export type ClosedRule = (typeof CLOSED_RULES)[number];
