import * as z from "zod";
import { LATEST } from "#lib/platform/instant.ts";

/** Characters of the longest form, `Date.toString()` with the name of a zone, and a few to spare. */
const LONGEST = 100;
/** Text with a zone at the end, or a date alone, which `Date.parse` reads as UTC. */
const HAS_ZONE = /(?:[Zz]|[A-Z]{3}|[+-]\d\d:?\d\d|:\d\d(?:\.\d+)?[+-]\d\d)(?:\s*\(.*\))?$|^\d{4}-\d\d-\d\d$/;
/** A `+` of a zone that was not encoded and was decoded as a space. */
const LOST_PLUS = /(?<=:\d\d(?:[.,]\d+)?|GMT|UTC) (?=\d\d:?\d\d(?:\s*\(.*\))?$)/;

/** A time in any form that `Date.parse` accepts, as milliseconds since 1970. Without a zone it is UTC. */
export const SearchTime = z
  .string()
  .max(LONGEST)
  .transform((text, context) => {
    const sent = text.trim().replace(LOST_PLUS, "+");
    const time = Date.parse(HAS_ZONE.test(sent) ? sent : inUtc(sent));
    // Later steps add or subtract days, and the result must be a valid date.
    if (Math.abs(time) <= LATEST) return time;
    context.addIssue({ code: "custom", message: "must be a date and time, such as 2031-03-04T09:00:00Z" });
    return z.NEVER;
  });

const inUtc = (text: string): string => (/T\d\d:\d\d/.test(text) ? `${text}Z` : `${text} UTC`);
