import * as z from "zod";
import { Locale } from "#lib/platform/locale.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { StoredAttendee } from "./entity.ts";

/** An attendee as the API returns it. */
export const Attendee = StoredAttendee.pick({
  id: true,
  email: true,
  name: true,
  timeZone: true,
  locale: true,
  booking: true,
  bookingId: true,
  bookingSeat: true,
  noShow: true,
}).describe("An attendee of a booking.");
export type Attendee = z.output<typeof Attendee>;

/** The id of an attendee in a path. */
export const AttendeeId = WholeNumber.describe("Id of the attendee.");

/** The fields that a caller can set. */
const editable = {
  email: z.email().max(254).describe("Email address."),
  name: z.string().overwrite(trimSpace).min(1).max(200).describe("Full name."),
  timeZone: TimeZone.describe("IANA time zone, such as `Europe/Zurich`."),
  locale: Locale.describe("Language, such as `en` or `pt-BR`."),
};

/** Body of `POST /attendees`. */
export const AttendeeCreate = z.strictObject({
  ...editable,
  bookingId: WholeNumber.describe("Id of the booking that gets the attendee."),
  locale: editable.locale.default("en"),
});
export type AttendeeCreate = z.output<typeof AttendeeCreate>;

/** Body of `PATCH /attendees/{id}`: any of the fields, at least one. */
export const AttendeeUpdate = updateSchema({
  ...editable,
  noShow: z.boolean().describe("Whether the attendee did not come."),
}).meta({ example: { name: "Ann van Dyke" } });
export type AttendeeUpdate = z.output<typeof AttendeeUpdate>;
