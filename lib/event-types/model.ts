import * as z from "zod";
import { changesOf } from "#lib/platform/changes-of.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { DEFAULT_LOCATION, Location } from "./location.ts";
import { SLUG, slugFrom } from "./slug.ts";

/** A question of the booking form beyond name, email, location, notes and guests. */
export const BookingField = z.strictObject({
  name: z.string().regex(/^[A-Za-z][\w-]{0,63}$/, "must be a word"),
  type: z.enum(["text", "textarea", "number", "email", "phone", "boolean", "select", "multiselect", "url"]),
  label: z.string().max(200).default(""),
  required: z.boolean().default(false),
  hidden: z.boolean().default(false),
  options: z.array(z.string().max(200)).max(100).default([]),
});
export type BookingField = z.output<typeof BookingField>;

/** How bookings are given to several hosts: to one of them in turn, or to all together. */
export const SchedulingType = z.enum(["ROUND_ROBIN", "COLLECTIVE"]);

/** Hosts of an event type: with more, the transaction that checks their memberships would be too large. */
const MOST_HOSTS = 50;

/** A host of an event type with several. */
export const EventTypeHost = z.strictObject({
  userId: z.int().min(0).describe("An accepted member of the team."),
  isFixed: z.boolean().default(false).describe("Of `ROUND_ROBIN`: takes part in every booking."),
  priority: z
    .int()
    .min(0)
    .max(100)
    .default(2)
    .describe("Of `ROUND_ROBIN`: hosts with a higher one come first."),
  weight: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe("Of `ROUND_ROBIN`: the share of bookings compared with hosts of the same priority."),
});
export type EventTypeHost = z.output<typeof EventTypeHost>;

const Minutes = z.int().min(0).max(1440);
const Length = z.int().min(1).max(2160);

const LimitAmount = z.int().min(0).max(1_000_000).optional();
/** Limits of calendar periods; null if there are none. */
const Limits = z
  .strictObject({
    PER_DAY: LimitAmount,
    PER_WEEK: LimitAmount,
    PER_MONTH: LimitAmount,
    PER_YEAR: LimitAmount,
  })
  .nullable()
  .overwrite((limits) =>
    limits && Object.values(limits).some((amount) => amount !== undefined) ? limits : null,
  );

/** The fields a caller sets; lengths, buffers and notice in minutes, price in minor units. */
const editable = {
  title: z.string().overwrite(trimSpace).min(1).max(200),
  slug: z.string().min(1).max(200).overwrite(slugFrom),
  description: z.string().max(16_384).nullable(),
  length: Length,
  lengths: z.array(Length).max(20),
  hidden: z.boolean(),
  /** At least one: a list without any holds the default. */
  locations: z
    .array(Location.strict())
    .max(20)
    .overwrite((locations) => (locations.length > 0 ? locations : [DEFAULT_LOCATION])),
  bookingFields: z.array(BookingField).max(50),
  requiresConfirmation: z.boolean(),
  minimumBookingNotice: z.int().min(0).max(525_600),
  beforeEventBuffer: Minutes,
  afterEventBuffer: Minutes,
  seatsPerTimeSlot: z.int().min(1).max(1000).nullable(),
  price: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code"),
  periodType: z.enum(["UNLIMITED", "ROLLING", "RANGE"]),
  periodDays: z.int().min(1).max(3650).nullable(),
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
  teamId: z.int().min(0).nullable(),
  bookableBy: z.enum(["owner", "anyone"]),
  schedulingType: SchedulingType.nullable().describe(
    "For an event type of a team: each booking has one of the `hosts` in turn, or all of them.",
  ),
  hosts: z
    .array(EventTypeHost)
    .max(MOST_HOSTS)
    .describe("Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings."),
};

/** Defaults of the fields that event types stored by earlier versions do not have. */
const later = {
  periodCountCalendarDays: editable.periodCountCalendarDays.default(true),
  periodStartDate: editable.periodStartDate.default(null),
  periodEndDate: editable.periodEndDate.default(null),
  scheduleId: editable.scheduleId.default(null),
  slotInterval: editable.slotInterval.default(null),
  offsetStart: editable.offsetStart.default(0),
  bookingLimits: editable.bookingLimits.default(null),
  durationLimits: editable.durationLimits.default(null),
  schedulingType: editable.schedulingType.default(null),
  hosts: editable.hosts.default([]),
};

/**
 * What can be booked with a host, or with several. `userId` is its owner and, without `schedulingType`, its host; only they, their team and
 * admins may book unless `bookableBy`.
 */
export const EventType = z.object({
  id: z.int(),
  userId: z.int(),
  ...editable,
  slug: z.string().regex(SLUG),
  ...later,
});
export type EventType = z.output<typeof EventType>;

/** The id of an event type in a path or a body. */
export const EventTypeId = WholeNumber;

/** Body of a create: title and length are needed; the slug follows from the title. */
export const EventTypeCreate = z.strictObject({
  ...editable,
  ...later,
  slug: editable.slug.optional(),
  description: editable.description.default(null),
  lengths: editable.lengths.default([]),
  hidden: editable.hidden.default(false),
  locations: editable.locations.default([DEFAULT_LOCATION]),
  bookingFields: editable.bookingFields.default([]),
  requiresConfirmation: editable.requiresConfirmation.default(false),
  minimumBookingNotice: editable.minimumBookingNotice.default(0),
  beforeEventBuffer: editable.beforeEventBuffer.default(0),
  afterEventBuffer: editable.afterEventBuffer.default(0),
  seatsPerTimeSlot: editable.seatsPerTimeSlot.default(null),
  price: editable.price.default(0),
  currency: editable.currency.default("USD"),
  periodType: editable.periodType.default("UNLIMITED"),
  periodDays: editable.periodDays.default(null),
  teamId: editable.teamId.default(null),
  bookableBy: editable.bookableBy.default("owner"),
  /** The host, when a system admin makes it for somebody. */
  userId: z.int().min(0).optional(),
});
export type EventTypeCreate = z.output<typeof EventTypeCreate>;

/** Body of an update: any of the fields, at least one. */
export const EventTypeUpdate = changesOf(editable);
export type EventTypeUpdate = z.output<typeof EventTypeUpdate>;

/** What a booking says of its event type, as of its last write. */
export const EventTypeSummary = EventType.pick({
  id: true,
  title: true,
  slug: true,
  description: true,
  length: true,
  price: true,
  currency: true,
  requiresConfirmation: true,
  seatsPerTimeSlot: true,
  teamId: true,
}).extend({ teamName: z.string().nullable() });
export type EventTypeSummary = z.output<typeof EventTypeSummary>;
