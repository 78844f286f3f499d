import * as z from "zod";
import { TIME_ZONE_ALIASES } from "./time-zone-aliases.ts";

let namesByLowerCase: ReadonlyMap<string, string> | undefined;

/**
 * A name of the tz database in the database's own case, aliases included; undefined when it is none. Plain offsets are none.
 * An alias newer than {@link TIME_ZONE_ALIASES} becomes the zone it stands for.
 */
function canonicalTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  namesByLowerCase ??= new Map(
    [...Intl.supportedValuesOf("timeZone"), ...TIME_ZONE_ALIASES].map((known) => [
      known.toLowerCase(),
      known,
    ]),
  );
  return namesByLowerCase.get(name.toLowerCase()) ?? zoneOf(name);
}

function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The name of a time zone, such as `Europe/Zurich`, given in any case. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => canonicalTimeZone(name) !== undefined, {
    error: "must be a time zone name of the tz database, such as Europe/Zurich",
    abort: true,
  })
  .overwrite((name) => canonicalTimeZone(name) ?? name);
