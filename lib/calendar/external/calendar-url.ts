import * as z from "zod";
import { isSwitchedOn } from "#lib/platform/env.ts";
import { findUrlProblem, type Reach } from "#lib/platform/outbound/outbound-url.ts";

const LONGEST = 2048;

/** Where calendars may be read from. */
export const calendarReach = (): Reach => (isSwitchedOn("ALLOW_INSECURE_CALENDARS") ? "loopback" : "public");

/** The URL of a feed: `webcal:` means `https:`. */
export const feedUrl = (url: string): string => url.replace(/^webcals?:/i, "https:");

/** The URL of a calendar, a feed or an account, in its canonical form. */
export const CalendarUrl = z
  .string()
  .overwrite(feedUrl)
  .max(LONGEST)
  .superRefine((text, context) => {
    const message = findUrlProblem(text, calendarReach());
    if (message !== undefined) context.addIssue({ code: "custom", message, continue: false });
  })
  .overwrite((url) => new URL(url).href)
  .max(LONGEST);
