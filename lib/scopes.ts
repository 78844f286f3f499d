import * as z from "zod";

/** The scopes that an access token can have. An API key has all rights of its user. */
export const SCOPES = {
  READ_BOOKING: "Read bookings, references, attendees, payments and event types",
  WRITE_BOOKING:
    "Create, change and cancel bookings, and change their attendees and references, and event types",
  READ_PROFILE: "Read your profile",
  READ_SCHEDULE: "Read schedules and their availability",
  WRITE_SCHEDULE: "Create, change and delete schedules and their availability",
  READ_CALENDAR: "Read calendars and their busy times",
  WRITE_CALENDAR: "Connect, change and disconnect calendars, and replace their busy times",
  READ_MEMBERSHIP: "Read teams and memberships",
  WRITE_MEMBERSHIP: "Create, change and delete team memberships",
  READ_WEBHOOK: "Read webhooks and their deliveries",
  WRITE_WEBHOOK: "Create, change and delete webhooks",
  ADMIN:
    "Access other users' data with the user's rights in teams, and with the system-wide rights of an administrator",
} as const;

export const Scope = z.enum(Object.keys(SCOPES) as [ScopeName, ...ScopeName[]]);
type ScopeName = keyof typeof SCOPES;
export type Scope = ScopeName;
