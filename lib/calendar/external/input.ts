import * as z from "zod";
import { Instant } from "#lib/platform/instant.ts";
import { DAY_MINUTES, MINUTE } from "#lib/platform/minutes.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { CalendarUrl } from "./calendar-url.ts";
import { CALENDAR_SETTINGS } from "./schema.ts";

/** Entries of one request, and the days that it may replace. */
const MAX_ENTRIES = 5_000;
const MAX_DAYS = 400;

/** Name of a calendar, for people. */
export const CalendarName = z.string().overwrite(trimSpace).min(1).max(200);

/** A user name and a password for HTTP's basic authentication (RFC 7617). */
const CREDENTIALS = {
  username: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^:\p{Cc}]*$/u, "must not contain a colon or control characters")
    .describe("User name of the account."),
  password: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u, "must not contain control characters")
    .meta({
      description: "Password of the account: an app password, if the server has them. Never returned.",
      format: "password",
    }),
};

const userId = z.int().min(0).optional().describe("Whose calendars they are; only for system admins.");

/** Body of a create of a connection. */
export const ConnectionCreate = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("pushed").describe("`pushed`: you send the busy times."),
    name: CalendarName.describe("Name of the calendar, for people."),
    userId,
  }),
  z.strictObject({
    type: z.literal("ics").describe("`ics`: a feed."),
    url: CalendarUrl.describe("URL of the feed, with `https:` or `webcal:`. Never returned."),
    name: CalendarName.optional().describe("If missing, the feed's own name."),
    timeZone: TimeZone.optional().describe("Time zone of all-day events, if the feed has none."),
    userId,
  }),
  z.strictObject({
    type: z.literal("caldav").describe("`caldav`: an account of a CalDAV server."),
    url: CalendarUrl.describe("URL of the server, of the account, or of the calendar that counts as busy."),
    ...CREDENTIALS,
    userId,
  }),
]);
export type ConnectionCreate = z.output<typeof ConnectionCreate>;

/** Body of an update of a connection. */
export const ConnectionUpdate = updateSchema({
  url: CalendarUrl.describe(
    "URL of the server or the feed. That of another server needs a `password`, too. Never returned.",
  ),
  ...CREDENTIALS,
}).meta({ example: { password: "a new app password" } });
export type ConnectionUpdate = z.output<typeof ConnectionUpdate>;

/** Body of an update of a calendar. */
export const CalendarUpdate = updateSchema(CALENDAR_SETTINGS);
export type CalendarUpdate = z.output<typeof CalendarUpdate>;

/** An instant, as minutes since 1970. */
const Minutes = Instant.transform((text) => Date.parse(text) / MINUTE);

/** Body of a replacement of busy times. They are rounded outward to minutes. */
export const BusyTimesPut = z
  .strictObject({
    from: Minutes.describe("Start of the range whose busy times are replaced."),
    to: Minutes.describe(`End of the range, at most ${MAX_DAYS} days later.`),
    busy: z
      .array(
        z
          .strictObject({
            start: Minutes.describe("Start of a busy time."),
            end: Minutes.describe("End of the busy time."),
          })
          .refine(({ start, end }) => start < end, { path: ["end"], error: "must be after start" }),
      )
      .max(MAX_ENTRIES)
      .describe("The busy times; parts outside the range are cut off."),
  })
  .superRefine(({ from, to, busy }, context) => {
    if (to <= from) context.addIssue({ code: "custom", path: ["to"], message: "must be after from" });
    if (to - from > MAX_DAYS * DAY_MINUTES)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: `must be at most ${MAX_DAYS} days after from`,
      });
    for (const [at, { start, end }] of busy.entries())
      if (end <= from || start >= to)
        context.addIssue({
          code: "custom",
          path: ["busy", at],
          message: "must overlap the range from from to to",
        });
  })
  .meta({
    example: {
      ...{ from: "2031-03-03T00:00:00.000Z", to: "2031-03-04T00:00:00.000Z" },
      busy: [{ start: "2031-03-03T09:00:00.000Z", end: "2031-03-03T10:30:00.000Z" }],
    },
  });
export type BusyTimesPut = z.output<typeof BusyTimesPut>;
