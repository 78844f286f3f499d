import * as z from "zod";
import { UserRole } from "#lib/caller.ts";

/** Days a week may start with. */
export const WeekStart = z
  .enum(["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
  .describe("First day of the week in calendars.");

/** The profile of a user, as `/me` shows it. `endTime` and `bufferTime` in minutes. */
export const User = z
  .object({
    id: z.int().describe("Id of the user."),
    username: z.string().nullable().describe("Unique name; null if not set."),
    name: z.string().describe("Full name."),
    email: z.string().describe("Email address."),
    emailVerified: z
      .string()
      .nullable()
      .describe("Time at which the email address was verified; null if it was not."),
    bio: z.string().nullable().describe("Text about the user."),
    avatar: z.string().nullable().describe("URL of a picture."),
    timeZone: z.string().describe("IANA time zone, such as `Europe/Zurich`."),
    weekStart: WeekStart.describe("First day of the week in calendars."),
    endTime: z.int().describe("End of the working day in minutes. Not used: see schedules."),
    bufferTime: z.int().describe("Minutes between bookings. Not used: see event types."),
    appTheme: z.string().nullable().describe("Theme of the application."),
    theme: z.string().nullable().describe("Theme of booking pages."),
    defaultScheduleId: z.int().nullable().describe("Id of the default schedule; null if the user has none."),
    locale: z.string().describe("Language, such as `en` or `pt-BR`."),
    timeFormat: z.union([z.literal(12), z.literal(24)]).describe("Clock of 12 or 24 hours."),
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

/** What a booking and a webhook say of a user, as of their last write. */
export const UserSummary = User.pick({
  id: true,
  name: true,
  email: true,
  username: true,
  timeZone: true,
  locale: true,
  timeFormat: true,
}).describe("A user, as of the last change of the object that contains it.");
export type UserSummary = z.output<typeof UserSummary>;
