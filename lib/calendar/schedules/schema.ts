import * as z from "zod";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Most entries of one schedule. */
export const MAX_ENTRIES = 200;
/** Most schedules of one user. */
export const MAX_SCHEDULES = 20;

const DAYS_MEANING = "Days of the week, 0 is Sunday.";
export const DATE_MEANING =
  "A date such as 2031-03-04: the entries of a date replace the weekly hours of that day.";

/** One availability entry: a range of weekly hours or, with `date`, an override of one day. */
export const Availability = z
  .object({
    id: z.int().describe("Id of the availability."),
    scheduleId: z.int().describe("Id of the schedule."),
    eventTypeId: z.null().describe("Always null; kept for clients of Cal.com v1."),
    days: z.array(z.int()).describe(`${DAYS_MEANING} Empty for an override.`),
    startTime: z.string().describe("Wall clock in the schedule's time zone, such as 09:00:00."),
    endTime: z.string().describe("Up to 24:00:00. An override that ends when it starts closes the day."),
    date: z.string().nullable().describe(DATE_MEANING),
  })
  .describe("Weekly hours, or the hours of one date.");
export type Availability = z.output<typeof Availability>;

/** An availability entry as its own endpoints return it. */
export const AvailabilityWithOwner = Availability.extend({
  Schedule: z.object({ userId: z.int().describe("Id of the owner.") }).describe("The schedule."),
}).describe("Weekly hours, or the hours of one date, with the owner of the schedule.");
export type AvailabilityWithOwner = z.output<typeof AvailabilityWithOwner>;

/** When a user can be booked. */
export const Schedule = z
  .object({
    id: z.int().describe("Id of the schedule."),
    userId: z.int().describe("Id of the owner."),
    name: z.string().describe("Name, for people."),
    timeZone: z.string().describe("IANA time zone of all its hours."),
    isDefault: z.boolean().describe("Whether event types without `scheduleId` use it."),
    availability: z.array(Availability).describe("Weekly hours and hours of single dates."),
    createdAt: z.string().describe("Time of creation. UTC, with milliseconds."),
    updatedAt: z.string().describe("Time of the last change. UTC, with milliseconds."),
  })
  .describe("When a user can be booked.");
export type Schedule = z.output<typeof Schedule>;

/** The ids in paths and bodies. */
export const ScheduleId = WholeNumber.describe("Id of the schedule.").meta({ example: 10 });
export const AvailabilityId = WholeNumber.describe("Id of the availability.").meta({ example: 100_001 });

/** The hours of an entry; times are minutes of the day. */
export interface EntryTimes {
  days: number[];
  startTime: number;
  endTime: number;
  date: string | null;
}
