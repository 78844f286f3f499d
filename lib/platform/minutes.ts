/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** Minutes of a day. */
export const DAY_MINUTES = 1_440;

/** Converts an ISO instant to minutes since 1970; the result may have a fraction. */
export const minuteOf = (instant: string): number => Date.parse(instant) / MINUTE;

/** Converts minutes since 1970 to an ISO instant. */
export const instantOf = (minute: number): string => new Date(Math.round(minute * MINUTE)).toISOString();

/** The start and end of a booking, a slot or a reservation, in minutes since 1970. */
export const rangeBetween = (times: {
  startTime: string;
  endTime: string;
}): { from: number; to: number } => ({
  from: minuteOf(times.startTime),
  to: minuteOf(times.endTime),
});
