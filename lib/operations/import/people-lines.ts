import * as z from "zod";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { UserRole } from "#lib/caller.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { TeamCreate } from "#lib/identity/teams/schema.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { Instant } from "#lib/platform/instant.ts";
import { ImportedId, lineObject, orNull } from "./line-object.ts";

const Word = z.string().max(100);
const { email, name, username, timeZone, locale, weekStart, timeFormat } = UserCreate.shape;

/** A user as `GET /me` returns it, without a password: `npm run admin -- users set-password` sets one. */
export const UserLine = lineObject({
  type: z.literal("user"),
  id: ImportedId,
  email,
  name,
  username,
  emailVerified: orNull(Instant),
  bio: orNull(z.string().max(16_384)),
  avatar: orNull(z.string().max(2_048)),
  timeZone,
  weekStart,
  endTime: z.int().min(0).max(10_080).default(1440),
  bufferTime: z.int().min(0).max(10_080).default(0),
  appTheme: orNull(Word),
  theme: orNull(Word),
  defaultScheduleId: orNull(z.int()).describe("Ignored: schedules are not imported."),
  locale,
  timeFormat,
  hideBranding: z.boolean().default(false),
  brandColor: orNull(Word),
  darkBrandColor: orNull(Word),
  allowDynamicBooking: z.boolean().default(true),
  createdDate: Instant.optional(),
  verified: z.boolean().default(false),
  invitedTo: orNull(z.int()),
  role: UserRole.default("USER"),
  isLocked: z.boolean().default(false),
});
export type UserLine = z.output<typeof UserLine>;

/** A team, or an organization. */
export const TeamLine = lineObject({
  type: z.literal("team"),
  id: ImportedId,
  ...TeamCreate.shape,
  createdAt: Instant.optional(),
});
export type TeamLine = z.output<typeof TeamLine>;

/** The membership of a user in a team. Its own id may be missing. */
export const MembershipLine = lineObject({
  type: z.literal("membership"),
  id: ImportedId.optional(),
  ...MembershipCreate.shape,
  userId: ImportedId,
  teamId: ImportedId,
});
export type MembershipLine = z.output<typeof MembershipLine>;

/** An event type of a user. */
export const EventTypeLine = lineObject({
  ...EventTypeCreate.shape,
  type: z.literal("event_type"),
  id: ImportedId,
  userId: ImportedId,
  slug: EventTypeCreate.shape.slug.unwrap(),
  scheduleId: orNull(z.int()).describe("Ignored: schedules are not imported."),
  destinationCalendarId: orNull(z.int()).describe("Ignored: calendars are not imported."),
  currency: z.string().toUpperCase().default("USD").pipe(EventTypeCreate.shape.currency.unwrap()),
});
export type EventTypeLine = z.output<typeof EventTypeLine>;
