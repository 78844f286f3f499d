import type { Recipient } from "#lib/mail/booking.ts";
import { utcOffsetMinutes } from "#lib/platform/utc-offset.ts";

type Clock = Pick<Recipient, "timeZone" | "timeFormat"> & {
  /** A locale of `Intl`. */
  locale: string;
};

const HOUR_CYCLES = { 12: "h12", 24: "h23" } as const;
const MINUTES = { hour: "numeric", minute: "2-digit" } as const;
const LONG = { weekday: "long", year: "numeric", month: "long", day: "numeric", ...MINUTES } as const;
const SHORT = { weekday: "short", year: "numeric", month: "short", day: "numeric", ...MINUTES } as const;

/**
 * A time range on a clock, with the zone's name and its offset from UTC. If the offset changes in between, each end has its own.
 *
 * @example
 * formatRange(start, end, { locale: "en", timeZone: "Europe/Berlin" });
 * // Monday, March 3, 2031, 10:00 – 10:30 AM (Europe/Berlin, GMT+1)
 */
export function formatRange(start: string, end: string, clock: Clock): string {
  const [from, to] = [new Date(start), new Date(end)];
  const format = formatOf(clock, LONG);
  const { timeZone } = clock;
  const [offset, offsetAtEnd] = [offsetText(timeZone, start), offsetText(timeZone, end)];
  const text =
    offset === offsetAtEnd
      ? `${format.formatRange(from, to)} (${[timeZone, ...(timeZone === "UTC" ? [] : [offset])].join(", ")})`
      : `${format.format(from)} (${offset}) – ${format.format(to)} (${offsetAtEnd}), ${timeZone}`;
  return withPlainSpaces(text);
}

/** A start on a clock, short, with the offset from UTC. */
export const formatStart = (start: string, clock: Clock): string =>
  withPlainSpaces(`${formatOf(clock, SHORT).format(new Date(start))} (${offsetText(clock.timeZone, start)})`);

const formatOf = (
  { locale, timeZone, timeFormat }: Clock,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    ...options,
    timeZone,
    ...(timeFormat && { hourCycle: HOUR_CYCLES[timeFormat] }),
  });

/** Such as `GMT`, `GMT+1` or `GMT-3:30`. */
function offsetText(timeZone: string, instant: string): string {
  const offset = utcOffsetMinutes(timeZone, instant);
  if (offset === 0) return "GMT";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const rest = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`;
  return `GMT${offset < 0 ? "-" : "+"}${hours}${rest}`;
}

/** `Intl` has thin and unbreakable spaces, which some mail clients don't display. */
const withPlainSpaces = (text: string): string => text.replace(/[\u2009\u202F\u00A0]/g, " ");
