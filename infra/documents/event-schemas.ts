import * as z from "zod";
import { BookingStatus, PaymentSummary, ReferenceSummary } from "#lib/bookings/model.ts";
import type { SOURCED_TRIGGERS } from "#lib/events/triggers.ts";

const Text = z.string().nullable();
const Json = z.record(z.string(), z.unknown());
const Language = z.object({ locale: z.string() });
const UtcOffset = z.int().describe("Minutes from UTC at the start time");

const Host = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  username: Text,
  timeZone: z.string(),
  language: Language,
  timeFormat: z.int(),
  utcOffset: UtcOffset,
});

const Attendee = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeZone: z.string(),
  phoneNumber: Text,
  language: Language,
  utcOffset: UtcOffset,
  noShow: z.boolean(),
});

const Responses = z.record(
  z.string(),
  z.object({ label: z.string(), value: z.unknown(), isHidden: z.boolean() }),
);

/** What every event says of its booking; `lib/bookings/events/booking-payload.ts` makes it. */
const BookingEvent = z.object({
  uid: z.string(),
  bookingId: z.int(),
  iCalUID: z.string(),
  iCalSequence: z.int(),
  sequence: z.int().describe("Increases with every event of the booking"),
  title: z.string(),
  description: Text,
  additionalNotes: Text,
  status: BookingStatus,
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  type: z.string().describe("Slug of the event type"),
  eventTitle: z.string(),
  eventDescription: Text,
  eventTypeId: z.int(),
  length: z.int().describe("Minutes"),
  price: z.int().describe("Price in minor units of the currency"),
  currency: z.string(),
  requiresConfirmation: z.boolean(),
  seatsPerTimeSlot: z.int().nullable(),
  organizer: Host,
  attendees: z.array(Attendee),
  responses: Responses.describe("Answers of the booking form, by field name"),
  userFieldsResponses: Responses.describe(
    "Answers to the event type's own questions and fields added by the client",
  ),
  customInputs: Json.nullable(),
  location: Text,
  metadata: Json,
  references: z.array(ReferenceSummary),
  videoCallData: z.object({ type: z.string(), id: Text, password: Text, url: z.string() }).nullable(),
  destinationCalendar: z.null(),
  team: z.object({ id: z.int(), name: Text, members: z.array(Host) }).nullable(),
  changed: z
    .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
    .nullable()
    .describe("Changed fields, with their old and new values"),
});

/** Names of the schemas events share, for the components of the document. */
export const EVENT_SCHEMA_NAMES = new Map<z.ZodType, string>([
  [BookingEvent, "BookingEvent"],
  [Host, "BookingEventHost"],
  [Attendee, "BookingEventAttendee"],
]);

type Trigger = (typeof SOURCED_TRIGGERS)[number];

const body = (trigger: Trigger, payload: z.ZodType = BookingEvent) =>
  z.object({ triggerEvent: z.literal(trigger), createdAt: z.iso.datetime(), payload });

const saying = (fields: Record<string, z.ZodType>) => z.intersection(BookingEvent, z.object(fields));

const PAYMENT = { paymentId: z.int().nullable(), paymentData: PaymentSummary.nullable() };
const RESCHEDULE = {
  rescheduleId: z.int().nullable().describe("Id of the original booking"),
  rescheduleUid: Text,
  rescheduleStartTime: Text,
  rescheduleEndTime: Text,
  rescheduledBy: Text,
};

/** The body of each event, and when it is sent. */
export const EVENTS: Record<Trigger, { when: string; body: z.ZodType }> = {
  BOOKING_CREATED: { when: "A booking is accepted", body: body("BOOKING_CREATED") },
  BOOKING_REQUESTED: { when: "A booking requires confirmation", body: body("BOOKING_REQUESTED") },
  BOOKING_RESCHEDULED: {
    when: "A booking is moved to another time or replaced by a new booking",
    body: body("BOOKING_RESCHEDULED", saying(RESCHEDULE)),
  },
  BOOKING_CANCELLED: {
    when: "A booking is cancelled",
    body: body("BOOKING_CANCELLED", saying({ cancellationReason: Text, cancelledBy: Text })),
  },
  BOOKING_REJECTED: {
    when: "A booking is rejected",
    body: body("BOOKING_REJECTED", saying({ rejectionReason: Text })),
  },
  BOOKING_PAID: { when: "A payment succeeds", body: body("BOOKING_PAID", saying(PAYMENT)) },
  BOOKING_PAYMENT_INITIATED: {
    when: "A payment is started",
    body: body("BOOKING_PAYMENT_INITIATED", saying(PAYMENT)),
  },
  BOOKING_NO_SHOW_UPDATED: {
    when: "A host or attendee is marked as a no-show, or the mark is removed",
    body: body("BOOKING_NO_SHOW_UPDATED", saying({ message: z.string(), bookingUid: z.string() })),
  },
  MEETING_STARTED: {
    when: "An accepted booking starts. Its fields are also at the top level of the body",
    body: z.intersection(body("MEETING_STARTED"), BookingEvent),
  },
  MEETING_ENDED: {
    when: "An accepted booking ends. Its fields are also at the top level of the body",
    body: z.intersection(body("MEETING_ENDED"), BookingEvent),
  },
};
