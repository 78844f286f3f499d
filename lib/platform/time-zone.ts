import * as z from "zod";
import { BoundedCache } from "./bounded-cache.ts";

/** Names of the tz database whose case {@link databaseCase} does not derive. */
const IRREGULAR = new Map(
  `Africa/Dar_es_Salaam America/Argentina/ComodRivadavia America/Knox_IN America/Port-au-Prince America/Port_of_Spain
Antarctica/DumontDUrville Antarctica/McMurdo Australia/ACT Australia/LHI Australia/NSW Brazil/DeNoronha CET CST6CDT
Chile/EasterIsland EET EST EST5EDT Europe/Isle_of_Man GB GB-Eire HST MET Mexico/BajaNorte Mexico/BajaSur MST MST7MDT NZ
NZ-CHAT PRC PST8PDT ROC ROK W-SU WET`
    .split(/\s/)
    .map((name) => [name.toLowerCase(), name]),
);

/** More than the number of all names, which may be cached in several spellings. */
const MAX_CACHED = 1_200;
const canonicalNames = /* @__PURE__ */ new BoundedCache<string, string>(MAX_CACHED);

/**
 * A valid name of the tz database, aliases included, in the database's own case; undefined if there is no such name. Cached: `Intl` takes
 * half a millisecond.
 */
function canonicalTimeZone(name: string): string | undefined {
  const cached = canonicalNames.get(name);
  if (cached !== undefined) return cached;
  // Offsets such as +01:00 are valid for Intl, but are no names.
  if (!/^[A-Za-z]/.test(name) || !isTimeZone(name)) return undefined;
  return canonicalNames.set(name, databaseCase(name.toLowerCase()));
}

/** Capitalizes each word, except for GMT, UTC, UCT, the US, and the names in {@link IRREGULAR}. */
function databaseCase(name: string): string {
  if (/^(?:gmt|utc|uct)\b|^gmt0$/.test(name)) return name.toUpperCase();
  const capitalized = name.replace(/(?:^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
  return (
    IRREGULAR.get(name) ??
    capitalized.replace(/^Us\/|^Etc\/(?:Gmt|Utc|Uct)/, (part) =>
      part === "Us/" ? "US/" : `Etc/${part.slice(4).toUpperCase()}`,
    )
  );
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
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
