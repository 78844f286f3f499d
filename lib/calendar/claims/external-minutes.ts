import type { Range } from "#lib/calendar/availability/calendar.ts";

/**
 * The attribute of a claim row with the minutes of its hour in which another calendar of the host has an event: text such as `0-30,45-60`,
 * the union of all calendars that count as busy. It never belongs to a booking, so freeing a booking leaves it.
 */
export const EXTERNAL_MINUTES = "x";

/** The owner of these minutes in a list of claimed time. No id of a booking and no name of a slot or a reservation is like it. */
export const EXTERNAL_OWNER = "calendar";

const HOUR = 60;

/** Returns the minutes since 1970 in which other calendars are busy, in the row of an hour. */
export function externalMinutes(row: Readonly<Record<string, unknown>>): Range[] {
  const text = row[EXTERNAL_MINUTES];
  return typeof text === "string" ? readExternalMinutes(Number(row["hour"]), text) : [];
}

/** Reads the text that {@link externalMinutesText} has written. */
export function readExternalMinutes(hour: number, text: string): Range[] {
  if (text === "") return [];
  const start = hour * HOUR;
  return text.split(",").map((range) => {
    const dash = range.indexOf("-");
    return { from: start + Number(range.slice(0, dash)), to: start + Number(range.slice(dash + 1)) };
  });
}

/** Writes merged minutes of an hour, counted from 1970, as text. */
export const externalMinutesText = (hour: number, ranges: readonly Range[]): string =>
  ranges.map(({ from, to }) => `${from - hour * HOUR}-${to - hour * HOUR}`).join(",");
