import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { summarized } from "./summary.ts";

/** The first day of a week. */
export const WeekStart = z
  .enum(["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
  .describe("First day of the week in calendars.");

/** A user in API responses. `endTime` and `bufferTime` are in minutes. */
export const User = z
  .object({
    id: summarized.id,
    username: summarized.username,
    name: summarized.name,
    email: summarized.email,
    emailVerified: z
      .string()
      .nullable()
      .describe("Time at which the email address was verified; null if it was not."),
    bio: z.string().nullable().describe("Text about the user."),
    avatar: z.string().nullable().describe("URL of a picture."),
    timeZone: summarized.timeZone,
    weekStart: WeekStart.describe("First day of the week in calendars."),
    endTime: z.int().describe("End of the working day in minutes. Not used: see schedules."),
    bufferTime: z.int().describe("Minutes between bookings. Not used: see event types."),
    appTheme: z.string().nullable().describe("Theme of the application."),
    theme: z.string().nullable().describe("Theme of booking pages."),
    defaultScheduleId: z.int().nullable().describe("Id of the default schedule; null if the user has none."),
    locale: summarized.locale,
    timeFormat: summarized.timeFormat,
    hideBranding: z.boolean().describe("Whether booking pages hide the brand of the service."),
    brandColor: z.string().nullable().describe("Color of booking pages."),
    darkBrandColor: z.string().nullable().describe("Color of booking pages in dark mode."),
    allowDynamicBooking: z.boolean().describe("Whether group bookings by username are allowed. Not used."),
    createdDate: z.string().describe("Time of creation. UTC, with milliseconds."),
    verified: z.boolean().describe("Whether the user is verified. Not used."),
    invitedTo: z
      .int()
      .nullable()
      .describe("Id of the team to which the user was invited at registration. Not used."),
    role: UserRole.describe("`ADMIN` is a system admin."),
  })
  .describe("The profile of a user.");
export type User = z.output<typeof User>;
