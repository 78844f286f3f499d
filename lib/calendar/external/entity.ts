import * as z from "zod";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, projection, Version } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import { WRITE_FAILURES } from "./failure.ts";
import { Calendar, CalendarConnection } from "./schema.ts";

/**
 * A connection. `sealedCredentials` are its URL, user name and password, encrypted (`credentials.ts`); null if pushed. `addresses` are the
 * user's own in events, as the server has them. `apiHost` is the host name of the service when it was connected, which is in the `UID`s of its
 * bookings; null if pushed.
 */
export const ConnectionItem = entity({
  name: "calendar-connection",
  key: { pk: "H#{userId}", sk: "CC#{id:10}" },
  versioned: true,
  schema: CalendarConnection.omit({ status: true, error: true }).extend({
    sealedCredentials: z.string().nullable(),
    addresses: z.array(z.string()),
    apiHost: z.string().nullable().default(null),
    version: Version,
  }),
  format: 2,
  attributes: ["id", "userId"],
  audit: { resource: "calendar-connection", id: "{id}" },
  personal: [{ of: "user", id: "userId", fields: { account: "redact", addresses: "empty" } }],
  accountClosing: "ended",
});
export type StoredConnection = z.output<typeof ConnectionItem.schema>;

/** The state of the events that were read: what the server said of it, and the day (UTC, since 1970) of the reading. */
const CalendarVersion = z.object({
  day: z.int(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  token: z.string().optional(),
});
export type CalendarVersion = z.output<typeof CalendarVersion>;

const CalendarSchema = Calendar.extend({
  type: CalendarConnection.shape.type,
  url: z.string().nullable(),
  readAt: z.string().nullable(),
  readVersion: CalendarVersion.nullable(),
  failingSince: z.string().nullable().default(null),
  isDisconnected: z.boolean().default(false),
  writeError: z.enum(WRITE_FAILURES).nullable().default(null),
  nextCheckAt: z.string().nullable().default(null),
  createdAt: z.string(),
  version: Version,
});
export type StoredCalendar = z.output<typeof CalendarSchema>;

/** Whether a calendar is checked without a request for it: its events close slots, and its credentials were not rejected. */
export const isChecked = ({
  type,
  countsAsBusy,
  status,
}: Pick<StoredCalendar, "type" | "countsAsBusy" | "status">): boolean =>
  type !== "pushed" && countsAsBusy && status !== "rejected";

/**
 * A calendar. `readAt` is when its busy times were last read; the connection's status is that of its worst calendar. `url` is that of a
 * CalDAV calendar, and null for others. `readVersion` is null if all must be read. `failingSince` is null if the latest check succeeded.
 * `isDisconnected`: CALENDAR_DISCONNECTED was recorded, and it could not be read since. While it is checked ({@link isChecked}), it is in the due
 * index at `nextCheckAt`. `writeError` is the failure of bookings that were not written to it, until one is.
 */
export const CalendarItem = entity({
  name: "calendar",
  key: { pk: "H#{userId}", sk: "CA#{id:10}" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{id:10}" } },
  versioned: true,
  schema: CalendarSchema,
  format: 3,
  attributes: ["id", "userId", "writeError"],
  derive: (calendar) =>
    isChecked(calendar) && calendar.nextCheckAt !== null
      ? { due: duePartition("calendars", calendar.id), wakesAt: calendar.nextCheckAt }
      : {},
  audit: {
    resource: "calendar-connection",
    id: "{connectionId}",
    only: ["countsAsBusy", "isDestination", "tentative", "whenUnreachable", "eventDetails"],
  },
  personal: [{ of: "user", id: "userId", fields: { name: "redact", externalId: "null", url: "null" } }],
  accountClosing: "attached",
});

/** Calendars in the due index, of which only their key is read. */
export const DueCalendar = projection(CalendarItem, {
  indexes: CalendarItem.indexes,
  schema: z.object({
    userId: z.int(),
    id: z.int(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
  }),
});

/**
 * Exists if bookings of the user may be written to calendars: a calendar was chosen as a destination, and not all that can be written are
 * disconnected.
 */
export const DestinationMark = entity({
  name: "calendar-destination",
  key: { pk: "H#{userId}", sk: "CD" },
  schema: z.object({ userId: z.int() }),
  accountClosing: "deleted",
});

/** Creates the operation that marks a user whose bookings are written to calendars. */
export const markDestination = (userId: number): Operation =>
  update(DestinationMark, { userId }, { set: { userId } });

/** The busy times of a calendar: merged ranges of minutes since 1970. No titles and no people. */
export const BusyTimesItem = entity({
  name: "calendar-busy-times",
  key: { pk: "H#{userId}", sk: "CB#{calendarId:10}" },
  schema: z.object({
    userId: z.int(),
    calendarId: z.int(),
    ranges: z.array(z.tuple([z.int(), z.int()])),
  }),
  attributes: ["userId", "calendarId"],
  notPersonal: ["calendarId"],
  accountClosing: "attached",
});

/**
 * All calendars of a user. `revision` increases in the transaction of every change of their busy times, or of which of them count.
 * `projected` is the revision up to which the claim rows have them (`project-busy-times.ts`). While it is lower, the item is in the due index
 * (ADR 0025), so that the sweep completes a projection that was interrupted.
 */
export const CalendarsOfUser = entity({
  name: "calendars-of-user",
  key: { pk: "H#{userId}", sk: "CR" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{userId:10}" } },
  schema: z.object({
    userId: z.int(),
    revision: z.int().default(0),
    projected: z.int().default(0),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
  }),
  accountClosing: "attached",
});
export type CalendarsOfUser = z.output<typeof CalendarsOfUser.schema>;

/** The user of a connection, so that system admins can find it by id. */
export const ConnectionLocator = entity({
  name: "calendar-connection-locator",
  key: { pk: "CCI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "attached",
});

/** The user of a calendar, so that system admins can find it by id. */
export const CalendarLocator = entity({
  name: "calendar-locator",
  key: { pk: "CAI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "attached",
});
