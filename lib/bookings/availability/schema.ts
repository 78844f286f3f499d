import * as z from "zod";
import { SlotsByDate } from "#lib/bookings/list-slots.ts";
import { EventTypeId } from "#lib/calendar/event-types/summary.ts";
import { dropEmptyParameters, RANGE_FIELDS } from "#lib/calendar/slots/query.ts";
import { UserReference } from "#lib/identity/users/visibility.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

const Minute = z.int().describe("Minute of the day, up to 1440.");

/** A time at which a user can't be booked, without buffers. */
export const BusyTime = z
  .object({
    start: z.string().describe("Start. UTC, with milliseconds."),
    end: z.string().describe("End. UTC, with milliseconds."),
    title: z.string().optional().describe("Only for the user and for admins."),
    source: z
      .string()
      .optional()
      .describe("The booking or event type that uses the time. Only for the user and for admins."),
    reservationUid: z
      .string()
      .optional()
      .describe(
        "`uid` of the reservation that uses the time, to delete it or to book the time. Only for the user and for admins.",
      ),
  })
  .describe("A time at which a user can't be booked.");
export type BusyTime = z.output<typeof BusyTime>;

/** When a user is busy, and when the user's schedule is open. */
export const UserAvailability = z
  .object({
    busy: z.array(BusyTime).describe("Bookings and reservations in the range, in order."),
    timeZone: z.string().describe("The time zone of the schedule; the user's if there is no schedule."),
    dateRanges: z
      .array(
        z.object({
          start: z.string().describe("Start. UTC, with milliseconds."),
          end: z.string().describe("End. UTC, with milliseconds."),
        }),
      )
      .describe("Open hours of the range. Busy times are not subtracted."),
    workingHours: z
      .array(
        z.object({
          days: z.array(z.int()).describe("Days of the week; 0 is Sunday."),
          startTime: Minute,
          endTime: Minute,
          userId: z.int().describe("Id of the user."),
        }),
      )
      .describe("Weekly hours of the schedule."),
    dateOverrides: z
      .array(
        z.object({
          date: z.string().describe("The date, such as `2031-03-04`."),
          startTime: Minute,
          endTime: Minute,
        }),
      )
      .describe("Hours of single dates, which replace the weekly hours."),
    slots: SlotsByDate.describe("Slots of the event type; `{}` if `eventTypeId` is not sent."),
  })
  .describe("When a user is busy, and when the user's schedule is open.");
export type UserAvailability = z.output<typeof UserAvailability>;

/** When a member of a team is busy. */
export const MemberAvailability = z
  .object({
    userId: z.int().describe("Id of the member."),
    availability: UserAvailability.describe("When the member is busy and open."),
  })
  .describe("When a member of a team is busy and open.");
export type MemberAvailability = z.output<typeof MemberAvailability>;

const eventTypeId = EventTypeId.optional().describe("Also return the slots of this event type of the user.");
const timeZone = TimeZone.optional().describe("Time zone of `slots`; UTC if not sent.");

/** The query for the availability of the user or team in the path. */
export const RangeQuery = z.preprocess(dropEmptyParameters, z.object(RANGE_FIELDS));
export type RangeQuery = z.output<typeof RangeQuery>;
export const UserAvailabilityQuery = z.preprocess(
  dropEmptyParameters,
  z.object({ ...RANGE_FIELDS, eventTypeId, timeZone }),
);
export type UserAvailabilityQuery = z.output<typeof UserAvailabilityQuery>;

/** The query for the availability of a user or team that it names. */
export const AvailabilityQuery = z.preprocess(
  dropEmptyParameters,
  z.object({
    ...RANGE_FIELDS,
    username: UserReference.optional().describe("The user."),
    userId: WholeNumber.optional().describe("The user."),
    teamId: WholeNumber.optional().describe("The team, for its admins and owners."),
    eventTypeId: eventTypeId.describe(
      "Also return the slots of this event type. Without a user, the user is its host.",
    ),
    timeZone,
  }),
);
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>;
