import * as z from "zod";

/**
 * The fields of a user that bookings, webhooks and memberships contain. Not picked from `User`, for the same reason as in
 * `lib/calendar/event-types/summary.ts`.
 */
export const summarized = {
  id: z.int().describe("Id of the user."),
  name: z.string().describe("Full name."),
  email: z.string().describe("Email address."),
  username: z.string().nullable().describe("Unique name; null if not set."),
  timeZone: z.string().describe("IANA time zone, such as `Europe/Zurich`."),
  locale: z.string().describe("Language, such as `en` or `pt-BR`."),
  timeFormat: z.union([z.literal(12), z.literal(24)]).describe("Clock of 12 or 24 hours."),
};

/** The copy of a user in bookings and webhooks, as of their last write. */
export const UserSummary = z
  .object(summarized)
  .describe("A user, as of the last change of the object that contains it.");
export type UserSummary = z.output<typeof UserSummary>;
