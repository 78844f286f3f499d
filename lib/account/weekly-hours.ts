import type { Availability, Schedule } from "#lib/calendar/schedules/schema.ts";

/** The days of a week, Monday first, with their numbers. */
const DAYS: readonly (readonly [number: number, name: string])[] = [
  [1, "Mon"],
  [2, "Tue"],
  [3, "Wed"],
  [4, "Thu"],
  [5, "Fri"],
  [6, "Sat"],
  [0, "Sun"],
];
/** A dash at which a line does not break. */
const DASH = "\u2060–\u2060";
/** Maximum lines of a schedule. */
const MAX_LINES = 6;

/** The hours of a schedule in a few lines, such as `Mon–Fri 09:00–17:00`, and the number of dates with other hours. */
export function weeklyHours({ availability }: Pick<Schedule, "availability">): string[] {
  const weekly = availability.filter(({ date }) => date === null).map(lineOf);
  const dates = new Set(availability.flatMap(({ date }) => (date === null ? [] : [date]))).size;
  const more = weekly.length - MAX_LINES;
  return [
    ...(weekly.length === 0 ? ["No weekly hours"] : weekly.slice(0, MAX_LINES)),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(dates === 0 ? [] : [dates === 1 ? "1 date with other hours" : `${dates} dates with other hours`]),
  ];
}

const lineOf = ({ days, startTime, endTime }: Availability): string =>
  `${daysText(days)} ${startTime.slice(0, 5)}${DASH}${endTime.slice(0, 5)}`;

/** Runs of three days or more are ranges: `Mon–Wed, Sat`. */
function daysText(days: readonly number[]): string {
  const runs: string[][] = [[]];
  for (const [day, name] of DAYS) {
    if (days.includes(day)) runs.at(-1)?.push(name);
    else runs.push([]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]}${DASH}${run.at(-1)}`])).join(", ");
}
