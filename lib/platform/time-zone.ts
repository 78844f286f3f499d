import * as z from "zod";

/** Whether a name is in the tz database, aliases included; plain offsets are not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The name of a time zone, such as `Europe/Zurich`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a name of the tz database, such as Europe/Zurich");
