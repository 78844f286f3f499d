import * as z from "zod";

/** A question of the booking form beyond name, email, location, notes and guests. */
export const BookingField = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,63}$/, "must be a word")
      .describe("Name of the answer in `responses`: a letter, then letters, digits, `_` or `-`."),
    type: z
      .enum(["text", "textarea", "number", "email", "phone", "boolean", "select", "multiselect", "url"])
      .describe("Type of the input."),
    label: z.string().max(200).default("").describe("Question, for people."),
    required: z.boolean().default(false).describe("Whether a booking must answer it."),
    hidden: z.boolean().default(false).describe("Whether booking pages hide it."),
    options: z
      .array(z.string().max(200))
      .max(100)
      .default([])
      .describe("Choices of `select` and `multiselect`."),
  })
  .describe("A question of the booking form.");
export type BookingField = z.output<typeof BookingField>;

/** How bookings are assigned to several hosts: to one of them in turn, or to all together. */
export const SchedulingType = z
  .enum(["ROUND_ROBIN", "COLLECTIVE"])
  .describe(
    "`ROUND_ROBIN`: each booking has one of the hosts in turn. `COLLECTIVE`: each booking has all hosts.",
  );

/** Most hosts of an event type: with more, the transaction that checks their memberships would be too large. */
export const MAX_HOSTS = 50;

/** A host of an event type with several hosts. */
export const EventTypeHost = z
  .strictObject({
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
  })
  .describe("One of several hosts of an event type.");
export type EventTypeHost = z.output<typeof EventTypeHost>;

/** Who gets the mails about bookings. */
export const SendEmails = z.union([
  z.boolean(),
  z.strictObject({
    attendees: z.boolean().describe("Whether attendees get mails."),
    hosts: z.boolean().describe("Whether hosts get mails."),
  }),
]);

/** Most reminders of a booking. */
const MAX_REMINDERS = 3;

/** The reminders of a booking, in minutes before its start. */
export const Reminders = z
  .array(z.int().min(5).max(43_200))
  .max(MAX_REMINDERS)
  .refine((minutes) => new Set(minutes).size === minutes.length, "must not contain a number twice");

const LimitAmount = z.int().min(0).max(1_000_000).optional();
/** Limits of calendar periods; null if there are none. */
export const Limits = z
  .strictObject({
    PER_DAY: LimitAmount.describe("Limit of a day."),
    PER_WEEK: LimitAmount.describe("Limit of a week."),
    PER_MONTH: LimitAmount.describe("Limit of a month."),
    PER_YEAR: LimitAmount.describe("Limit of a year."),
  })
  .nullable()
  .overwrite((limits) =>
    limits && Object.values(limits).some((amount) => amount !== undefined) ? limits : null,
  );
