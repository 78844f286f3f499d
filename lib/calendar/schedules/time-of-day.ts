import * as z from "zod";
import { DAY_MINUTES } from "#lib/platform/minutes.ts";

/** `09:00`, `09:00:00`, or an instant whose date and `Z` are ignored: `1970-01-01T09:00:00.000Z`. */
const TIME = /^(?:\d{4}-\d\d-\d\dT)?([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d)(?:\.0+)?)?Z?$/;
/** Characters of the longest accepted form, plus a margin. */
const LONGEST = 32;
const NOT_A_TIME = "must be a time of day in whole minutes, from 00:00 to 24:00, such as 09:00";

const TimeText = z
  .string()
  .max(LONGEST, { error: NOT_A_TIME, abort: true })
  .regex(TIME, { error: NOT_A_TIME, abort: true });

/** The start of a range as minutes of the day. */
export const StartOfRange = TimeText.transform((text, context) => minutesOf(text, context));

/** The end of a range as minutes of the day. `23:59` and `23:59:59` mean midnight. */
export const EndOfRange = TimeText.transform((text, context) =>
  /(?:^|T)23:59/.test(text) ? DAY_MINUTES : minutesOf(text, context),
);

function minutesOf(text: string, context: z.RefinementCtx): number {
  const [, hours, minutes, seconds = "00"] = TIME.exec(text) ?? [];
  const time = Number(hours) * 60 + Number(minutes);
  if (time <= DAY_MINUTES && seconds === "00") return time;
  context.addIssue({ code: "custom", message: NOT_A_TIME });
  return z.NEVER;
}

/** Formats minutes of the day: 540 is `09:00:00`, the end of the day `24:00:00`. */
export const timeText = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00`;

const twoDigits = (number: number): string => String(number).padStart(2, "0");
