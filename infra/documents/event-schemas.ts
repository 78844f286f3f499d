import * as z from "zod";
import {
  BookingStatus,
  DestinationCalendar,
  PaymentSummary,
  ReferenceSummary,
} from "#lib/bookings/schema.ts";
import { Calendar, CalendarConnection } from "#lib/calendar/external/schema.ts";
import type { SOURCED_TRIGGERS } from "#lib/storage/outbox/triggers.ts";

const Text = z.string().nullable();
const Json = z.record(z.string(), z.unknown());
const Language = z.object({ locale: z.string().describe("Language, such as `en`.") });
const UtcOffset = z.int().describe("Minutes from UTC at the start time");

const Host = z.object({
  id: z.int().describe("Id of the user."),
  name: z.string().describe("Full name."),
  email: z.string().describe("Email address."),
  username: Text.describe("Unique name; null if not set."),
  timeZone: z.string().describe("IANA time zone."),
  language: Language.describe("Language of the user."),
  timeFormat: z.int().describe("Clock of 12 or 24 hours."),
  utcOffset: UtcOffset,
});

const Attendee = z.object({
  id: z.int().describe("Id of the attendee."),
  email: z.string().describe("Email address."),
  name: z.string().describe("Full name."),
  firstName: z.string().describe("First word of the name."),
  lastName: z.string().describe("Other words of the name."),
  timeZone: z.string().describe("IANA time zone."),
  phoneNumber: Text.describe("Phone number that the booker gave; null if none."),
  language: Language.describe("Language of the attendee."),
  utcOffset: UtcOffset,
  noShow: z.boolean().describe("Whether the attendee was marked as a no-show."),
});

const Responses = z.record(
  z.string(),
  z.object({
    label: z.string().describe("Question, for people."),
    value: z.unknown().describe("The answer."),
    isHidden: z.boolean().describe("Whether the field is hidden on booking pages."),
  }),
);

/** The payload of every event, which `lib/bookings/events/booking-payload.ts` creates. */
const BookingEvent = z.object({
  uid: z.string().describe("Random id of the booking."),
  bookingId: z.int().describe("Id of the booking."),
  iCalUID: z.string().describe("Id for calendars (RFC 5545). A booking has that of the booking it replaces."),
  iCalSequence: z.int().describe("Revision of the `iCalUID` (RFC 5545)."),
  sequence: z.int().describe("Increases with every event of the booking"),
  title: z.string().describe("Title of the meeting."),
  description: Text.describe("Description of the meeting."),
  additionalNotes: Text.describe("Notes of the booker."),
  status: BookingStatus.describe("Status of the booking."),
  startTime: z.iso.datetime().describe("Start. UTC, with milliseconds."),
  endTime: z.iso.datetime().describe("End. UTC, with milliseconds."),
  type: z.string().describe("Slug of the event type"),
  eventTitle: z.string().describe("Title of the event type."),
  eventDescription: Text.describe("Description of the event type."),
  eventTypeId: z.int().describe("Id of the event type."),
  length: z.int().describe("Minutes"),
  price: z.int().describe("Price in minor units of the currency"),
  currency: z.string().describe("ISO 4217 code."),
  requiresConfirmation: z.boolean().describe("Whether the event type requires confirmation."),
  seatsPerTimeSlot: z.int().nullable().describe("Seats of a slot; null if the event type has none."),
  organizer: Host.describe("The host."),
  attendees: z.array(Attendee).describe("The attendees; the booker is the first."),
  responses: Responses.describe("Answers of the booking form, by field name"),
  userFieldsResponses: Responses.describe(
    "Answers to the event type's own questions and fields added by the client",
  ),
  customInputs: Json.nullable().describe("Other inputs of the client."),
  location: Text.describe("Where the meeting takes place."),
  metadata: Json.describe("Free data of the client."),
  references: z.array(ReferenceSummary).describe("Video rooms, calendar entries and other external objects."),
  videoCallData: z
    .object({
      type: z.string().describe("Video service, such as `daily_video`."),
      id: Text.describe("Id of the meeting."),
      password: Text.describe("Password of the meeting."),
      url: z.string().describe("URL of the meeting."),
    })
    .nullable()
    .describe("The video room; null if there is none."),
  destinationCalendar: DestinationCalendar.nullable().describe(
    "The calendar to which the booking was written; null if none.",
  ),
  team: z
    .object({
      id: z.int().describe("Id of the team."),
      name: Text.describe("Name of the team."),
      members: z.array(Host).describe("The hosts of the booking."),
    })
    .nullable()
    .describe("The team of the event type; null if it has none."),
  changed: z
    .record(
      z.string(),
      z.object({ from: z.unknown().describe("Old value."), to: z.unknown().describe("New value.") }),
    )
    .nullable()
    .describe("Changed fields, with their old and new values"),
});

/** The payload of events of calendars, which `lib/calendar/external/status-events.ts` creates. */
const CalendarEvent = z.object({
  calendarId: z.int().describe("Id of the calendar."),
  ...Calendar.pick({ connectionId: true, userId: true, name: true }).shape,
  ...CalendarConnection.pick({ type: true, account: true }).shape,
  ...Calendar.pick({ status: true, error: true, lastCheckedAt: true }).shape,
});

/** Names of the schemas that several events use, for the components of the document. */
export const EVENT_SCHEMA_NAMES = new Map<z.ZodType, string>([
  [BookingEvent, "BookingEvent"],
  [CalendarEvent, "CalendarEvent"],
  [Host, "BookingEventHost"],
  [Attendee, "BookingEventAttendee"],
]);

type Trigger = (typeof SOURCED_TRIGGERS)[number];

const body = (trigger: Trigger, payload: z.ZodType = BookingEvent) =>
  z.object({
    triggerEvent: z.literal(trigger).describe("Type of the event."),
    createdAt: z.iso.datetime().describe("Time of the event."),
    payload: payload.describe(`The ${payload === CalendarEvent ? "calendar" : "booking"} after the event.`),
  });

const withFields = (fields: Record<string, z.ZodType>) => z.intersection(BookingEvent, z.object(fields));

const PAYMENT = {
  paymentId: z.int().nullable().describe("Id of the payment."),
  paymentData: PaymentSummary.nullable().describe("The payment."),
};
const ATTENDEE = { attendee: Attendee.describe("The attendee who was added or removed.") };
const RESCHEDULE = {
  rescheduleId: z.int().nullable().describe("Id of the original booking"),
  rescheduleUid: Text.describe("`uid` of the original booking."),
  rescheduleStartTime: Text.describe("Start of the original booking."),
  rescheduleEndTime: Text.describe("End of the original booking."),
  rescheduledBy: Text.describe("Email address of the person who rescheduled."),
};

/** Body and description of each event. */
export const EVENTS: Record<Trigger, { when: string; body: z.ZodType }> = {
  BOOKING_CREATED: { when: "A booking is accepted", body: body("BOOKING_CREATED") },
  BOOKING_REQUESTED: { when: "A booking requires confirmation", body: body("BOOKING_REQUESTED") },
  BOOKING_RESCHEDULED: {
    when: "A booking is moved to another time or replaced by a new booking",
    body: body("BOOKING_RESCHEDULED", withFields(RESCHEDULE)),
  },
  BOOKING_CANCELLED: {
    when: "A booking is cancelled",
    body: body(
      "BOOKING_CANCELLED",
      withFields({
        cancellationReason: Text.describe("Why the booking was cancelled."),
        cancelledBy: Text.describe("Email address of the person who cancelled."),
      }),
    ),
  },
  BOOKING_REJECTED: {
    when: "A booking is rejected",
    body: body(
      "BOOKING_REJECTED",
      withFields({ rejectionReason: Text.describe("Why the booking was rejected.") }),
    ),
  },
  BOOKING_PAID: { when: "A payment succeeds", body: body("BOOKING_PAID", withFields(PAYMENT)) },
  BOOKING_PAYMENT_INITIATED: {
    when: "A payment is started",
    body: body("BOOKING_PAYMENT_INITIATED", withFields(PAYMENT)),
  },
  BOOKING_NO_SHOW_UPDATED: {
    when: "A host or attendee is marked as a no-show, or the mark is removed",
    body: body(
      "BOOKING_NO_SHOW_UPDATED",
      withFields({
        message: z.string().describe("What changed, for people."),
        bookingUid: z.string().describe("`uid` of the booking."),
      }),
    ),
  },
  BOOKING_ATTENDEE_ADDED: {
    when: "An attendee is added to a booking, or gets another email address",
    body: body("BOOKING_ATTENDEE_ADDED", withFields(ATTENDEE)),
  },
  BOOKING_ATTENDEE_REMOVED: {
    when: "An attendee is removed from a booking",
    body: body("BOOKING_ATTENDEE_REMOVED", withFields(ATTENDEE)),
  },
  MEETING_STARTED: {
    when: "An accepted booking starts. Its fields are also at the top level of the body",
    body: z.intersection(body("MEETING_STARTED"), BookingEvent),
  },
  MEETING_ENDED: {
    when: "An accepted booking ends. Its fields are also at the top level of the body",
    body: z.intersection(body("MEETING_ENDED"), BookingEvent),
  },
  CALENDAR_DISCONNECTED: {
    when: "A connected calendar could not be read for 30 minutes, or its credentials are rejected",
    body: body("CALENDAR_DISCONNECTED", CalendarEvent),
  },
  CALENDAR_RECONNECTED: {
    when: "A disconnected calendar can be read again",
    body: body("CALENDAR_RECONNECTED", CalendarEvent),
  },
};
