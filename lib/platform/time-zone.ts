import * as z from "zod";

/** Names that were looked up and are in it: looking one up takes a tenth of a millisecond. */
const known = new Set<string>();
/** There are some 600; each may be written in any case. */
const MOST_KNOWN = 2_000;

/** Whether a name is in the tz database, aliases included; plain offsets are not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (known.size < MOST_KNOWN) known.add(name);
    return true;
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
