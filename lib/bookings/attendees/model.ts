import * as z from "zod";
import { changesOf } from "#lib/platform/changes-of.ts";
import { Locale } from "#lib/platform/locale.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { StoredAttendee } from "./entity.ts";

/** An attendee as the API shows it. */
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
});
export type Attendee = z.output<typeof Attendee>;

/** The id of an attendee in a path. */
export const AttendeeId = WholeNumber;

/** The fields a caller sets. */
const editable = {
  email: z.email().max(254),
  name: z.string().overwrite(trimSpace).min(1).max(200),
  timeZone: TimeZone,
  locale: Locale,
};

/** Body of `POST /attendees`. */
export const AttendeeCreate = z.strictObject({
  ...editable,
  bookingId: WholeNumber,
  locale: editable.locale.default("en"),
});
export type AttendeeCreate = z.output<typeof AttendeeCreate>;

/** Body of `PATCH /attendees/{id}`: any of the fields, at least one. */
export const AttendeeUpdate = changesOf({ ...editable, noShow: z.boolean() });
export type AttendeeUpdate = z.output<typeof AttendeeUpdate>;
