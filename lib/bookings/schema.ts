import * as z from "zod";
import { DEFAULT_LOCATION, locationOf } from "#lib/calendar/event-types/location.ts";
import { EventTypeSummary } from "#lib/calendar/event-types/summary.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { PaymentApp, PaymentOption } from "./payments/fields.ts";

/** PENDING, ACCEPTED and AWAITING_HOST hold the host's time. */
export const BookingStatus = z
  .enum(["CANCELLED", "ACCEPTED", "REJECTED", "PENDING", "AWAITING_HOST"])
  .describe(
    "Status of a booking. `PENDING` waits for confirmation. `PENDING`, `ACCEPTED` and `AWAITING_HOST` occupy the host's time.",
  );
export type BookingStatus = z.output<typeof BookingStatus>;

/** The id of a booking. */
export const BookingId = WholeNumber.describe("Id of the booking.");

/** The id or the uid of a booking in a path. A uid has more characters than an id has digits, so no text can be both. */
export const BookingIdOrUid = z
  .union([WholeNumber, z.string().regex(/^[A-Za-z0-9_-]{16,100}$/)], {
    error: "must be the id or the uid of a booking",
  })
  .describe("Id of the booking, or its `uid`.");
export type BookingIdOrUid = z.output<typeof BookingIdOrUid>;

const Json = z.record(z.string(), z.unknown());

/** Answers of the booking form. A booking stored without a location gets the default one. */
const Answers = z.looseObject({
  location: z
    .preprocess(
      (answer) => locationOf(answer) ?? DEFAULT_LOCATION,
      z.object({
        value: z.string().describe("Kind of location, such as `link`, `phone` or `inPerson`, or any text."),
        optionValue: z.string().describe("Phone number or address of the attendee; empty for other kinds."),
      }),
    )
    .describe("Where the meeting takes place."),
});

/** A seat of a booking. */
export const BookingSeat = z
  .object({
    id: z.int().describe("Id of the seat."),
    bookingId: z.int().describe("Id of the booking."),
    attendeeId: z.int().describe("Id of the attendee who has the seat."),
    referenceUid: z.string().describe("Random id of the seat, for links."),
  })
  .describe("A seat of a booking whose event type has seats.");
export type BookingSeat = z.output<typeof BookingSeat>;

/** The fields of an attendee that are stored in its booking. */
export const AttendeeSummary = z
  .object({
    id: z.int().describe("Id of the attendee."),
    email: z.string().describe("Email address."),
    name: z.string().describe("Full name."),
    timeZone: z.string().describe("IANA time zone, such as `Europe/Zurich`."),
    locale: z.string().describe("Language, such as `en` or `pt-BR`."),
    noShow: z.boolean().describe("Whether the attendee was marked as a no-show."),
    phoneNumber: z.string().nullable().describe("Phone number that the booker gave; null if none."),
  })
  .describe("An attendee inside a booking.");
export type AttendeeSummary = z.output<typeof AttendeeSummary>;

/** The fields of a reference that are stored in its booking. */
export const ReferenceSummary = z
  .object({
    id: z.int().describe("Id of the booking reference."),
    type: z.string().describe("External system, such as `daily_video` or `google_calendar`."),
    uid: z.string().describe("Id of the meeting in the external system."),
    meetingId: z.string().nullable().describe("Id of the video meeting."),
    meetingPassword: z.string().nullable().describe("Password of the video meeting."),
    meetingUrl: z.string().nullable().describe("URL of the video meeting."),
    thirdPartyRecurringEventId: z.string().nullable().describe("Id of the series in the external system."),
    externalCalendarId: z.string().nullable().describe("Id of the external calendar."),
    credentialId: z
      .int()
      .nullable()
      .describe("Id of the credential for the external system: of a calendar, its connection."),
    deleted: z.boolean().nullable().describe("True after the reference is deleted."),
  })
  .describe("A booking reference inside a booking.");
export type ReferenceSummary = z.output<typeof ReferenceSummary>;

/** The fields of a payment that are stored in its booking; amounts in minor units. */
export const PaymentSummary = z
  .object({
    id: z.int().describe("Id of the payment."),
    uid: z.string().describe("Random id of the payment."),
    appId: z.string().nullable().describe("App that took the payment, such as `stripe`; null if unknown."),
    amount: z.int().describe("Amount in minor units of the currency: 5000 is 50.00."),
    fee: z.int().describe("Fee of the payment gateway, in minor units of the currency."),
    currency: z.string().describe("ISO 4217 code, such as `CHF`."),
    success: z.boolean().describe("Whether the payment succeeded."),
    refunded: z.boolean().describe("Whether the payment was refunded."),
    externalId: z.string().describe("Id of the payment at the payment gateway."),
    paymentOption: PaymentOption.nullable().describe("How the attendee pays; null if unknown."),
  })
  .describe("A payment inside a booking.");
export type PaymentSummary = z.output<typeof PaymentSummary>;

/** A reminder to come. */
export const WorkflowReminder = z
  .object({
    id: z.int().describe("Minutes before the start."),
    method: z.literal("EMAIL").describe("By mail."),
    scheduledDate: z.string().describe("When it is sent. UTC, with milliseconds."),
    scheduled: z.boolean().describe("Whether the booking is accepted."),
    referenceId: z.null().describe("Always null; kept for clients of Cal.com v1."),
  })
  .describe("A reminder of a booking.");
export type WorkflowReminder = z.output<typeof WorkflowReminder>;

const inBooking = { bookingId: z.int().describe("Id of the booking.") };

/** A reference as the API returns it in its booking. */
export const ReferenceInBooking = ReferenceSummary.extend(inBooking);

/** An attendee as the API returns it in its booking. */
export const AttendeeInBooking = AttendeeSummary.extend({
  ...inBooking,
  bookingSeat: BookingSeat.nullable().describe("The attendee's seat, if the event type has seats."),
});

/** A payment as the API returns it in its booking. */
export const PaymentInBooking = PaymentSummary.extend({
  ...inBooking,
  app: PaymentApp.nullable().describe("The app that took the payment; null if unknown."),
  data: Json.nullable().describe("Data of the payment gateway; null unless the caller is a system admin."),
});

/** The calendar to which a booking was written. */
export const DestinationCalendar = z
  .object({
    id: z.int().describe("Id of the calendar."),
    integration: z.string().describe("Type of its system, such as `caldav_calendar`."),
    externalId: z.string().describe("Its path on the server."),
    name: z.string().describe("Name, for people."),
    userId: z.int().describe("Id of its user."),
    eventTypeId: z
      .int()
      .nullable()
      .describe("Id of the event type that chose it; null if it is the user's destination."),
    credentialId: z.int().describe("Id of its connection."),
  })
  .describe("The calendar to which a booking was written.");

/** A booking as the API returns it: with all fields, those without a value as null. Times are ISO, UTC, with milliseconds. */
export const Booking = z
  .object({
    id: z.int().describe("Id of the booking."),
    uid: z.string().describe("Random id of the booking, for links and events."),
    idempotencyKey: z
      .string()
      .nullable()
      .describe(
        "Key that prevents a second booking with the same key, until this one is cancelled or rejected.",
      ),
    user: UserSummary.describe("The host, as of the last change of the booking."),
    userId: z.int().describe("Id of the host."),
    userPrimaryEmail: z.string().describe("Email address of the host at the time of booking."),
    references: z
      .array(ReferenceInBooking)
      .describe("Video rooms, calendar entries and other external objects of the booking."),
    eventType: EventTypeSummary.describe("The event type, as of the last change of the booking."),
    eventTypeId: z.int().describe("Id of the event type."),
    title: z.string().describe("Title of the meeting."),
    description: z.string().nullable().describe("Notes of the booker, or the description of the meeting."),
    responses: Answers.describe("Answers to the booking form by field name."),
    startTime: z.string().describe("Start. UTC, with milliseconds."),
    endTime: z.string().describe("End. UTC, with milliseconds."),
    attendees: z.array(AttendeeInBooking).describe("The attendees; the booker is the first."),
    createdAt: z.string().describe("Time of creation. UTC, with milliseconds."),
    updatedAt: z.string().describe("Time of the last change. UTC, with milliseconds."),
    status: BookingStatus.describe("Status of the booking."),
    paid: z.boolean().describe("Whether a payment succeeded and was not refunded."),
    payment: z.array(PaymentInBooking).describe("Payments for the booking."),
    destinationCalendar: DestinationCalendar.nullable().describe(
      "The calendar of the host (`user`) to which the booking was written; null if none.",
    ),
    destinationCalendarId: z
      .int()
      .nullable()
      .describe("Id of the calendar of the host to which the booking was written; null if none."),
    cancellationReason: z.string().nullable().describe("Why the booking was cancelled."),
    rejectionReason: z.string().nullable().describe("Why the booking was rejected."),
    dynamicEventSlugRef: z.null().describe("Always null; kept for clients of Cal.com v1."),
    dynamicGroupSlugRef: z.null().describe("Always null; kept for clients of Cal.com v1."),
    rescheduled: z.boolean().describe("Whether another booking has replaced this one."),
    fromReschedule: z.string().nullable().describe("`uid` of the booking that this one replaces."),
    recurringEventId: z.string().nullable().describe("Id of the series that the booking belongs to."),
    smsReminderNumber: z.string().nullable().describe("Phone number for reminders. Stored only."),
    workflowReminders: z.array(WorkflowReminder).describe("The reminders to come."),
    seatsReferences: z.array(BookingSeat).describe("Seats of the booking, if its event type has seats."),
    metadata: Json.describe("Free data of the client."),
    isRecorded: z.boolean().describe("Whether the meeting was recorded. This service never sets it."),
    iCalUID: z
      .string()
      .describe("Id for calendars (RFC 5545). A booking has that of the booking it replaces."),
    iCalSequence: z
      .int()
      .describe("Revision of the `iCalUID` (RFC 5545); increases with every change of time or status."),
    instantMeetingToken: z.null().describe("Always null; kept for clients of Cal.com v1."),
    rating: z.int().nullable().describe("Rating from 1 to 5."),
    ratingFeedback: z.string().nullable().describe("Comment of the rating."),
    noShowHost: z.boolean().describe("Whether the host was marked as a no-show."),
    scheduledTriggers: z.array(z.never()).describe("Always empty; kept for clients of Cal.com v1."),
  })
  .describe("A meeting of a host with attendees. Fields without a value are null.");
export type Booking = z.output<typeof Booking>;

/** The fields of a booking that never change; attendees, payments and references contain them. */
export const BookingLink = z
  .object({
    id: z.int().describe("Id of the booking."),
    uid: z.string().describe("Random id of the booking."),
    userId: z.int().describe("Id of the host."),
    eventTypeId: z.int().describe("Id of the event type."),
    iCalUID: z.string().describe("Id for calendars (RFC 5545)."),
  })
  .describe("The booking that an attendee, payment or reference belongs to.");
