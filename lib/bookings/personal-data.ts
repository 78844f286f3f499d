import * as z from "zod";
import {
  ATTENDEE_FIELDS,
  fieldsAt,
  type PersonalData,
  REFERENCE_FIELDS,
  USER_FIELDS,
} from "#lib/storage/table/personal.ts";

const BookingWithBooker = z.object({
  bookerId: z.int().nullish(),
  responses: z.object({
    email: z.string().optional().catch(undefined),
    guests: z.array(z.string()).catch([]),
  }),
  attendees: z.array(z.object({ id: z.int(), email: z.string() })),
});

/**
 * Returns the id of the attendee who made a stored booking. In a booking stored without it, this is the attendee with the address in its
 * answers, or else the first attendee who is not a guest.
 */
export function bookerIdOf(booking: Record<string, unknown>): number | undefined {
  const { data } = BookingWithBooker.safeParse(booking);
  if (!data) return undefined;
  const { bookerId, responses, attendees } = data;
  const booker =
    attendees.find(({ email }) => email.toLowerCase() === responses.email?.toLowerCase()) ??
    attendees.find(({ email }) => !responses.guests.includes(email));
  return bookerId ?? booker?.id;
}

/** The personal data of a booking: of its attendees, the one who made it, its host, and who cancelled it. */
export const BOOKING_DATA: readonly PersonalData[] = [
  { of: "attendee", at: "attendees.*", id: "id", address: "email", booking: "id", fields: ATTENDEE_FIELDS },
  {
    of: "booker",
    id: "id",
    address: "responses.email",
    attendee: bookerIdOf,
    fields: {
      "responses.name": "placeholder",
      "responses.email": "alias",
      responses: "empty",
      title: "redact",
      description: "null",
      metadata: "empty",
      smsReminderNumber: "null",
      ratingFeedback: "null",
      cancellationReason: "null",
      rejectionReason: "null",
      // Derived from the email address and other fields.
      idempotencyKey: "null",
    },
  },
  {
    of: "participant",
    id: "id",
    fields: {
      title: "redact",
      "responses.guests.*": "redact",
      cancelledBy: "redact",
      recurringEventId: "pseudonym",
    },
  },
  { of: "user", at: "user", id: "id", fields: USER_FIELDS },
  { of: "user", at: "otherHosts.*", id: "id", fields: USER_FIELDS },
  {
    of: "user",
    id: "userId",
    fields: {
      userPrimaryEmail: "alias",
      title: "redact",
      recurringEventId: "pseudonym",
      idempotencyKey: "pseudonym",
      "eventType.title": "redact",
      "eventType.slug": "pseudonym",
      "eventType.description": "redact",
      "responses.location.optionValue": "empty",
      ...fieldsAt("references.*", REFERENCE_FIELDS),
      destinationCalendar: "null",
      cancelledBy: "redact",
    },
  },
  {
    of: "user",
    address: "cancelledBy",
    fields: { cancelledBy: "redact", cancellationReason: "null" },
  },
];
