import * as z from "zod";
import { AttendeeSummary, BookingLink, BookingSeat } from "#lib/bookings/model.ts";
import { entity, Version } from "#lib/table/entity.ts";
import { ATTENDEE_FIELDS } from "#lib/table/personal.ts";

/** An attendee with what only the service needs. */
export const StoredAttendee = AttendeeSummary.extend({
  version: Version,
  userId: z.int(),
  bookingId: z.int(),
  booking: BookingLink,
  bookingSeat: BookingSeat.nullable(),
  createdAt: z.string(),
});
export type StoredAttendee = z.output<typeof StoredAttendee>;

/** An attendee, in the partition of the booking's host; in GSI1 for counting. */
export const AttendeeItem = entity({
  name: "attendee",
  key: { pk: "H#{userId}", sk: "A#{id:10}" },
  indexes: { GSI1: { pk: "AH#{userId}", sk: "{id:10}" } },
  versioned: true,
  schema: StoredAttendee,
  audit: { resource: "attendee", id: "{id}" },
  personal: [{ of: "attendee", id: "id", address: "email", booking: "bookingId", fields: ATTENDEE_FIELDS }],
  accountClosing: "kept",
});

/** Where an attendee lies, for those who may see the attendees of others. */
export const AttendeeLocator = entity({
  name: "attendee-locator",
  key: { pk: "AI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int() }),
  accountClosing: "kept",
});
