import * as z from "zod";
import {
  BookingField,
  EventTypeHost,
  Limits,
  MAX_HOSTS,
  Reminders,
  SchedulingType,
  SendEmails,
} from "./fields.ts";
import { DEFAULT_LOCATION, Location } from "./location.ts";
import { slugFrom } from "./slug.ts";
import { Length, summaryFields } from "./summary.ts";

const Minutes = z.int().min(0).max(1440);

/** The fields that callers set. Lengths, buffers and notice are in minutes, the price in minor units. */
export const editableFields = {
  title: summaryFields.title,
  slug: z
    .string()
    .min(1)
    .max(200)
    .overwrite(slugFrom)
    .describe("Short name for URLs, unique for the user or team; from the title if missing."),
  description: summaryFields.description,
  length: summaryFields.length,
  lengths: z.array(Length).max(20).describe("More lengths in minutes that a booking can have."),
  hidden: z.boolean().describe("Hidden event types cannot be booked, and have no slots."),
  /** An empty list becomes the default location. */
  locations: z
    .array(Location.strict())
    .max(20)
    .overwrite((locations) => (locations.length > 0 ? locations : [DEFAULT_LOCATION]))
    .describe("Where bookings can take place; the first is the default."),
  bookingFields: z.array(BookingField).max(50).describe("More questions of the booking form."),
  requiresConfirmation: summaryFields.requiresConfirmation,
  minimumBookingNotice: z
    .int()
    .min(0)
    .max(525_600)
    .describe("Minutes between the time of booking and the start, at least."),
  beforeEventBuffer: Minutes.describe("Minutes kept free before each booking."),
  afterEventBuffer: Minutes.describe("Minutes kept free after each booking."),
  seatsPerTimeSlot: summaryFields.seatsPerTimeSlot,
  price: summaryFields.price,
  currency: summaryFields.currency,
  periodType: z
    .enum(["UNLIMITED", "ROLLING", "RANGE"])
    .describe(
      "How far ahead bookings are possible: `UNLIMITED`, for `periodDays` from today (`ROLLING`), or from `periodStartDate` to `periodEndDate` (`RANGE`).",
    ),
  periodDays: z.int().min(1).max(3650).nullable().describe("Days of a `ROLLING` period."),
  periodCountCalendarDays: z.boolean().describe("If false, `periodDays` counts only Monday to Friday."),
  periodStartDate: z.iso.date().nullable().describe("First day of a `RANGE`, in the schedule's time zone."),
  periodEndDate: z.iso.date().nullable().describe("Last day of a `RANGE`, inclusive."),
  scheduleId: z.int().min(0).nullable().describe("A schedule of the host; null is the host's default."),
  slotInterval: z.int().min(1).max(1440).nullable().describe("Minutes between slots; null is the length."),
  offsetStart: Minutes.describe("Minutes added to the start of every slot."),
  bookingLimits: Limits.describe(
    "Most bookings that start in a day, week, month or year of the schedule's time zone. 0 closes the event type.",
  ),
  durationLimits: Limits.describe(
    "Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone.",
  ),
  teamId: summaryFields.teamId,
  bookableBy: z
    .enum(["owner", "anyone"])
    .describe("`owner`: only the host, the team and admins can book. `anyone`: every user can."),
  schedulingType: SchedulingType.nullable().describe(
    "For an event type of a team: each booking has one of the `hosts` in turn, or all of them.",
  ),
  destinationCalendarId: z
    .int()
    .min(0)
    .nullable()
    .describe("Calendar of the owner to which bookings are written; null is the host's destination."),
  hosts: z
    .array(EventTypeHost)
    .max(MAX_HOSTS)
    .describe("Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings."),
  sendEmails: SendEmails.describe("Whether mails about bookings are sent."),
  reminders: Reminders.describe(
    "Minutes before the start at which mails remind of it. Applies to bookings made or moved later.",
  ),
};

/** The fields that event types stored by earlier versions do not have, with defaults. */
export const addedFields = {
  periodCountCalendarDays: editableFields.periodCountCalendarDays.default(true),
  periodStartDate: editableFields.periodStartDate.default(null),
  periodEndDate: editableFields.periodEndDate.default(null),
  scheduleId: editableFields.scheduleId.default(null),
  slotInterval: editableFields.slotInterval.default(null),
  offsetStart: editableFields.offsetStart.default(0),
  bookingLimits: editableFields.bookingLimits.default(null),
  durationLimits: editableFields.durationLimits.default(null),
  schedulingType: editableFields.schedulingType.default(null),
  hosts: editableFields.hosts.default([]),
  destinationCalendarId: editableFields.destinationCalendarId.default(null),
  // An upgrade sends no mails.
  sendEmails: editableFields.sendEmails.default(false),
  reminders: editableFields.reminders.default([]),
};

/**
 * A kind of meeting that can be booked with a host, or with several. `userId` is the owner and, without `schedulingType`, the host. Unless
 * `bookableBy` is `anyone`, only the owner, the team and admins may book it.
 */
export const EventType = z
  .object({
    id: z.int().describe("Id of the event type."),
    userId: z
      .int()
      .describe(
        "Id of the owner, who is the host unless `schedulingType` is set; then the owner has rights while a member of the team.",
      ),
    ...editableFields,
    slug: summaryFields.slug,
    ...addedFields,
  })
  .describe("A kind of meeting that can be booked with a host, or with several hosts.");
export type EventType = z.output<typeof EventType>;
