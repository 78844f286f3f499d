import * as z from "zod";
import { summarized } from "#lib/identity/users/summary.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Kinds of calendars: `pushed` gets its busy times from a client. */
export const CalendarType = z.enum(["pushed", "ics", "caldav"]);
export type CalendarType = z.output<typeof CalendarType>;

/** Whether a calendar can be read: `failing` is tried again, `rejected` waits for other credentials. */
export const CalendarStatus = z.enum(["ok", "failing", "rejected"]);

export const ConnectionId = WholeNumber.describe("Id of the connection.").meta({ example: 41 });
export const CalendarId = WholeNumber.describe("Id of the calendar.").meta({ example: 61 });

/** Connections that a user can have, their calendars, and how many of these can count as busy. */
export const MAX_CONNECTIONS = 10;
export const MAX_CALENDARS = 30;
export const MAX_COUNTED_CALENDARS = 10;
/** Busy times of one calendar, after merging. */
export const MAX_BUSY_RANGES = 10_000;

const status = CalendarStatus.describe(
  "`ok`; `failing` while it can't be read or written; `rejected` until you send other credentials.",
);
const error = z
  .string()
  .nullable()
  .describe("Code of the failure of the latest check, or of writing bookings; null if there is none.");

/** A connection to one or more calendars. Credentials and addresses of feeds are never returned. */
export const CalendarConnection = z
  .object({
    id: z.int().describe("Its id; `credentialId` in references."),
    userId: summarized.id.describe("The user whose calendars these are."),
    type: CalendarType.describe("`pushed`: a client sends the busy times."),
    account: z
      .string()
      .describe("User name and host name; only the host name of a feed; the name of a pushed calendar."),
    status,
    error,
    createdAt: z.string().describe("Time of creation. UTC, with milliseconds."),
    updatedAt: z.string().describe("Time of the latest change. UTC, with milliseconds."),
  })
  .describe("A connection to calendars of a user.");
export type CalendarConnection = z.output<typeof CalendarConnection>;

/** What a user sets for a calendar. */
export const CALENDAR_SETTINGS = {
  countsAsBusy: z.boolean().describe("Whether its events close slots."),
  isDestination: z.boolean().describe("Whether bookings are written to it. At most one calendar of a user."),
  tentative: z.enum(["busy", "free"]).describe("Whether tentative events close slots."),
  whenUnreachable: z
    .enum(["close", "ignore"])
    .describe(
      "`close`: no slots while it has not been read for six hours. `ignore`: its latest busy times are used.",
    ),
  eventDetails: z
    .enum(["full", "busy"])
    .describe("What is written: `full` has names and answers, `busy` only the title Busy."),
};

/** A calendar of a user. */
export const Calendar = z
  .object({
    id: z.int().describe("Its id; `destinationCalendarId` of event types and bookings."),
    connectionId: z.int().describe("The connection that it belongs to."),
    userId: summarized.id.describe("Its user."),
    name: z.string().describe("Name, for people."),
    externalId: z
      .string()
      .nullable()
      .describe("Its path on a CalDAV server; a digest of a feed's address; null if pushed."),
    timeZone: z.string().nullable().describe("Time zone of its all-day events; the user's if null."),
    readOnly: z.boolean().describe("Whether bookings can't be written to it."),
    ...CALENDAR_SETTINGS,
    status,
    error,
    lastCheckedAt: z.string().nullable().describe("Time of the latest check. UTC, with milliseconds."),
    lastChangedAt: z
      .string()
      .nullable()
      .describe("Time at which its busy times last changed. UTC, with milliseconds."),
    unreadableEvents: z.int().describe("Events in it that could not be read completely."),
  })
  .describe("A calendar of a user, whose events can close slots.");
export type Calendar = z.output<typeof Calendar>;

/** A busy time. No titles are stored. */
export const BusyRange = z.object({
  start: z.string().describe("Start. UTC, with milliseconds."),
  end: z.string().describe("End. UTC, with milliseconds."),
});
export type BusyRange = z.output<typeof BusyRange>;
