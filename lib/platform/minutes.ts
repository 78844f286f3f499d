/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** Minutes of a day. */
export const DAY_MINUTES = 1_440;

/** Minutes since 1970 of an ISO instant; may have a fraction. */
export const minuteOf = (instant: string): number => Date.parse(instant) / MINUTE;

/** The ISO instant of a minute since 1970. */
export const instantOf = (minute: number): string => new Date(Math.round(minute * MINUTE)).toISOString();

/** The minutes since 1970 between the times of a booking, a slot or a reservation. */
export const rangeBetween = (times: {
  startTime: string;
  endTime: string;
}): { from: number; to: number } => ({
  from: minuteOf(times.startTime),
  to: minuteOf(times.endTime),
});
