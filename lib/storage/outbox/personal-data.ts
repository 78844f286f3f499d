import {
  ATTENDEE_FIELDS,
  fieldsAt,
  type PersonalData,
  REFERENCE_FIELDS,
  USER_FIELDS,
} from "#lib/storage/table/personal.ts";

/** Text that may contain the name of any attendee or the host. */
const NAMING = {
  "payload.title": "redact",
  "payload.changed.title.*": "redact",
  "payload.changed.attendees.*.*.email": "redact",
  "payload.cancelledBy": "redact",
  "payload.rescheduledBy": "redact",
} as const;

const ATTENDEE = {
  of: "attendee",
  id: "id",
  address: "email",
  booking: "bookingId",
  fields: { ...ATTENDEE_FIELDS, firstName: "empty", lastName: "empty" },
} as const;
const FORMER = { email: "alias", name: "placeholder" } as const;

/** The personal data in the payload of an event: of the attendees, of the booker, and of the hosts. */
export const EVENT_DATA: readonly PersonalData[] = [
  { ...ATTENDEE, at: "payload.attendees.*" },
  { ...ATTENDEE, at: "payload.attendee" },
  { ...ATTENDEE, at: "left.*", id: "attendeeId", fields: FORMER },
  { of: "user", at: "left.*", id: "userId", fields: FORMER },
  {
    of: "booker",
    id: "bookingId",
    address: "payload.responses.email.value",
    fields: {
      "payload.responses.name.value": "placeholder",
      "payload.responses.email.value": "alias",
      "payload.responses": "empty",
      "payload.userFieldsResponses": "empty",
      "payload.customInputs": "null",
      "payload.additionalNotes": "null",
      "payload.location": "null",
      "payload.metadata": "empty",
      "payload.description": "null",
      "payload.changed.description.*": "null",
      "payload.cancellationReason": "null",
      "payload.rejectionReason": "null",
    },
  },
  {
    of: "participant",
    id: "bookingId",
    fields: { ...NAMING, "payload.responses.guests.value.*": "redact" },
  },
  { of: "user", at: "payload.organizer", id: "id", fields: USER_FIELDS },
  { of: "user", at: "payload.team.members.*", id: "id", fields: USER_FIELDS },
  {
    of: "user",
    id: "userId",
    fields: {
      "payload.name": "redact",
      "payload.account": "redact",
      ...NAMING,
      "payload.eventTitle": "redact",
      "payload.type": "pseudonym",
      "payload.eventDescription": "redact",
      "payload.responses.location.value.optionValue": "empty",
      "payload.location": "null",
      ...fieldsAt("payload.references.*", REFERENCE_FIELDS),
      "payload.destinationCalendar": "null",
      "payload.videoCallData": "null",
      "payload.metadata.videoCallUrl": "null",
    },
  },
  {
    of: "user",
    address: "payload.cancelledBy",
    fields: { "payload.cancelledBy": "redact", "payload.cancellationReason": "null" },
  },
  { of: "user", address: "payload.rescheduledBy", fields: { "payload.rescheduledBy": "redact" } },
];
