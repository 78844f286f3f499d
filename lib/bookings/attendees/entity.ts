import type * as z from "zod";
import {
  bookingChild,
  ChildFields,
  childItem,
  childLocator,
  newChildFields,
} from "#lib/bookings/children/booking-child.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { AttendeeSummary, BookingSeat } from "#lib/bookings/schema.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { ATTENDEE_FIELDS } from "#lib/storage/table/personal.ts";

/** An attendee as it is stored. */
export const StoredAttendee = AttendeeSummary.extend({
  ...ChildFields.shape,
  bookingSeat: BookingSeat.nullable().describe("The attendee's seat, if the event type has seats."),
});
export type StoredAttendee = z.output<typeof StoredAttendee>;

export const AttendeeItem = entity({
  name: "attendee",
  ...childItem("A"),
  schema: StoredAttendee,
  attributes: ["id", "userId", "bookingId", "noShow"],
  audit: { resource: "attendee", id: "{id}" },
  personal: [{ of: "attendee", id: "id", address: "email", booking: "bookingId", fields: ATTENDEE_FIELDS }],
});

export const AttendeeLocator = entity({ name: "attendee-locator", ...childLocator("A") });

/** The attendees of bookings. */
export const Attendees = bookingChild({
  kind: "attendee",
  resource: "Attendee",
  entity: AttendeeItem,
  locator: AttendeeLocator,
  field: "attendees",
});

/** Returns a new attendee of a booking, as it is stored. */
export const newAttendee = (
  booking: StoredBooking,
  attendee: AttendeeSummary,
  bookingSeat: BookingSeat | null,
): StoredAttendee => ({ ...attendee, ...newChildFields(booking), bookingSeat });
