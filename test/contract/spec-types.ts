import * as z from "zod";
import { SPEC_FIELDS, type SpecResource } from "./spec-fields.ts";

/** An object that has at least these fields. */
const withFields = (...fields: readonly string[]): z.ZodType =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => fields.every((field) => field in value), `needs ${fields.join(", ")}`);

const user = withFields("id", "name", "email", "username", "timeZone", "locale");
const seat = withFields("id", "bookingId", "attendeeId", "referenceUid");

/** The fields of a resource inside a booking: all of its table except the booking. */
export const nestedFields = (resource: SpecResource): [field: string, type: string][] =>
  Object.entries(SPEC_FIELDS[resource]).filter(([field]) => field !== "booking");

function nestedList(resource: SpecResource): z.ZodType {
  const problemsIn = (element: Record<string, unknown>): string[] =>
    nestedFields(resource).flatMap(([field, type]) => {
      const problem = problemWith(type, element[field]);
      return problem === undefined ? [] : [`${field} ${problem}`];
    });
  return z.array(
    z.record(z.string(), z.unknown()).superRefine((element, { addIssue }) => {
      for (const message of problemsIn(element)) addIssue({ code: "custom", message });
    }),
  );
}

/** The schema of each type of the specification. Objects without a field table have at least the most useful fields. */
const TYPES: Record<string, z.ZodType> = {
  integer: z.int(),
  string: z.string(),
  boolean: z.boolean(),
  email: z.email(),
  URL: z.url(),
  DateTime: z.iso.datetime({ precision: 3 }),
  json: z.record(z.string(), z.unknown()),
  "BookingStatus enum": z.enum(["CANCELLED", "ACCEPTED", "REJECTED", "PENDING", "AWAITING_HOST"]),
  "MembershipRole enum": z.enum(["MEMBER", "ADMIN", "OWNER"]),
  "UserPermissionRole enum": z.enum(["USER", "ADMIN"]),
  "PaymentOption enum": z.enum(["ON_BOOKING", "HOLD"]),
  "TimeZone enum": z.string().refine((name) => Intl.supportedValuesOf("timeZone").includes(name)),
  "Locale enum": z.string().regex(/^[a-z]{2,3}(-\w+)?$/),
  "User object": user,
  "Team object": withFields("id", "name", "slug"),
  "EventType object": withFields("id", "title", "slug", "length"),
  "Booking object": withFields("id", "uid", "userId", "eventTypeId"),
  "BookingSeat object": seat,
  "PlatformOAuthClient object": withFields("id", "name", "logo", "link"),
  "App object": withFields("slug"),
  "BookingReference[]": nestedList("BookingReference"),
  "Attendee[]": nestedList("Attendee"),
  "Payment[]": nestedList("Payment"),
  "BookingSeat[]": z.array(seat),
  "WebhookTriggerEvents[]": z.array(z.string().regex(/^[A-Z_]+$/)).min(1),
  "WorkflowReminder[]": z.array(z.unknown()),
  "WebhookScheduledTriggers[]": z.array(z.unknown()),
};

/**
 * Fields that are always empty: those of features that this service does not have, and the secret, which only the response
 * to a create contains.
 */
export const EMPTY: Record<SpecResource, readonly string[]> = {
  Booking: [
    "destinationCalendar",
    "destinationCalendarId",
    "dynamicEventSlugRef",
    "dynamicGroupSlugRef",
    "workflowReminders",
    "instantMeetingToken",
    "scheduledTriggers",
  ],
  BookingReference: [],
  Attendee: [],
  Payment: [],
  Membership: [],
  Me: [],
  Webhook: ["app", "appId", "secret", "scheduledTriggers"],
};

/** Whether a field is null or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** Returns what is wrong with a value of a type, undefined if nothing is. A list must not be null, anything else may be. */
export function problemWith(type: string, value: unknown): string | undefined {
  if (value === undefined) return "is missing";
  if (value === null) return type.endsWith("[]") ? "is null" : undefined;
  const error = (TYPES[type] ?? z.never()).safeParse(value).error;
  return error && `is not of the type ${type}: ${error.issues.map(({ message }) => message).join("; ")}`;
}
