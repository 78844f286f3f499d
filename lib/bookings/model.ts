import * as z from "zod";
import { DEFAULT_LOCATION, locationOf } from "#lib/event-types/location.ts";
import { EventTypeSummary } from "#lib/event-types/model.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { UserSummary } from "#lib/users/model.ts";
import { PaymentApp, PaymentOption } from "./payments/fields.ts";

/** PENDING, ACCEPTED and AWAITING_HOST hold the host's time. */
export const BookingStatus = z.enum(["CANCELLED", "ACCEPTED", "REJECTED", "PENDING", "AWAITING_HOST"]);
export type BookingStatus = z.output<typeof BookingStatus>;

/** The id of a booking in a path. */
export const BookingId = WholeNumber;

const Json = z.record(z.string(), z.unknown());

/** Answers of the booking form. There is always a location: one that was stored without has the default. */
const Answers = z.looseObject({
  location: z.preprocess(
    (answer) => locationOf(answer) ?? DEFAULT_LOCATION,
    z.object({ value: z.string(), optionValue: z.string() }),
  ),
});

/** A seat of a seated event. */
export const BookingSeat = z.object({
  id: z.int(),
  bookingId: z.int(),
  attendeeId: z.int(),
  referenceUid: z.string(),
});
export type BookingSeat = z.output<typeof BookingSeat>;

/** An attendee as stored inside its booking. */
export const AttendeeSummary = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  noShow: z.boolean(),
  phoneNumber: z.string().nullable(),
});
export type AttendeeSummary = z.output<typeof AttendeeSummary>;

/** A reference as stored inside its booking: a video room, a calendar entry. */
export const ReferenceSummary = z.object({
  id: z.int(),
  type: z.string(),
  uid: z.string(),
  meetingId: z.string().nullable(),
  meetingPassword: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  thirdPartyRecurringEventId: z.string().nullable(),
  externalCalendarId: z.string().nullable(),
  credentialId: z.int().nullable(),
  deleted: z.boolean().nullable(),
});
export type ReferenceSummary = z.output<typeof ReferenceSummary>;

/** A payment as stored inside its booking; amounts in minor units. */
export const PaymentSummary = z.object({
  id: z.int(),
  uid: z.string(),
  appId: z.string().nullable(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  success: z.boolean(),
  refunded: z.boolean(),
  externalId: z.string(),
  paymentOption: PaymentOption.nullable(),
});
export type PaymentSummary = z.output<typeof PaymentSummary>;

const inBooking = { bookingId: z.int() };

/** A booking as the API shows it: every field, unset ones null. Times are ISO, UTC, with milliseconds. */
export const Booking = z.object({
  id: z.int(),
  uid: z.string(),
  idempotencyKey: z.string().nullable(),
  user: UserSummary,
  userId: z.int(),
  userPrimaryEmail: z.string(),
  references: z.array(ReferenceSummary.extend(inBooking)),
  eventType: EventTypeSummary,
  eventTypeId: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  responses: Answers,
  startTime: z.string(),
  endTime: z.string(),
  attendees: z.array(AttendeeSummary.extend({ ...inBooking, bookingSeat: BookingSeat.nullable() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: BookingStatus,
  paid: z.boolean(),
  payment: z.array(
    PaymentSummary.extend({ ...inBooking, app: PaymentApp.nullable(), data: Json.nullable() }),
  ),
  destinationCalendar: z.null(),
  destinationCalendarId: z.null(),
  cancellationReason: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  dynamicEventSlugRef: z.null(),
  dynamicGroupSlugRef: z.null(),
  rescheduled: z.boolean(),
  fromReschedule: z.string().nullable(),
  recurringEventId: z.string().nullable(),
  smsReminderNumber: z.string().nullable(),
  workflowReminders: z.array(z.never()),
  seatsReferences: z.array(BookingSeat),
  metadata: Json,
  isRecorded: z.boolean(),
  iCalUID: z.string(),
  iCalSequence: z.int(),
  instantMeetingToken: z.null(),
  rating: z.int().nullable(),
  ratingFeedback: z.string().nullable(),
  noShowHost: z.boolean(),
  scheduledTriggers: z.array(z.never()),
});
export type Booking = z.output<typeof Booking>;

/** What never changes of a booking, for whatever hangs on it. */
export const BookingLink = z.object({
  id: z.int(),
  uid: z.string(),
  userId: z.int(),
  eventTypeId: z.int(),
  iCalUID: z.string(),
});
