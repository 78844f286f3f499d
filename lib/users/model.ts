import * as z from "zod";
import { UserRole } from "#lib/caller.ts";

/** Days a week may start with. */
export const WeekStart = z.enum([
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
]);

/** The profile of a user, as `/me` shows it. `endTime` and `bufferTime` in minutes. */
export const User = z.object({
  id: z.int(),
  username: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.string().nullable(),
  bio: z.string().nullable(),
  avatar: z.string().nullable(),
  timeZone: z.string(),
  weekStart: WeekStart,
  endTime: z.int(),
  bufferTime: z.int(),
  appTheme: z.string().nullable(),
  theme: z.string().nullable(),
  defaultScheduleId: z.int().nullable(),
  locale: z.string(),
  timeFormat: z.union([z.literal(12), z.literal(24)]),
  hideBranding: z.boolean(),
  brandColor: z.string().nullable(),
  darkBrandColor: z.string().nullable(),
  allowDynamicBooking: z.boolean(),
  createdDate: z.string(),
  verified: z.boolean(),
  invitedTo: z.int().nullable(),
  role: UserRole,
});
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
});
export type UserSummary = z.output<typeof UserSummary>;
