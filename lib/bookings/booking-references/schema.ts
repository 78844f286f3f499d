import * as z from "zod";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { StoredReference } from "./entity.ts";

/** A reference as the API returns it. */
export const BookingReference = StoredReference.pick({
  id: true,
  type: true,
  uid: true,
  meetingId: true,
  thirdPartyRecurringEventId: true,
  meetingPassword: true,
  meetingUrl: true,
  booking: true,
  bookingId: true,
  externalCalendarId: true,
  deleted: true,
  credentialId: true,
}).describe("A link from a booking to an external system, such as a video room or a calendar entry.");
export type BookingReference = z.output<typeof BookingReference>;

/** The id of a reference in a path. */
export const ReferenceId = WholeNumber.describe("Id of the booking reference.");

const Text = z.string().max(1_024).nullable();

/** The fields that a caller can set. */
const editable = {
  type: z
    .string()
    .overwrite(trimSpace)
    .min(1)
    .max(100)
    .describe("External system, such as `daily_video` or `google_calendar`."),
  uid: z
    .string()
    .overwrite(trimSpace)
    .min(1)
    .max(1_024)
    .describe("Id of the meeting in the external system."),
  meetingId: Text.describe("Id of the video meeting."),
  meetingPassword: Text.describe("Password of the video meeting."),
  meetingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .nullable()
    .describe("URL of the video meeting: http or https."),
  thirdPartyRecurringEventId: Text.describe("Id of the series in the external system."),
  externalCalendarId: Text.describe("Id of the external calendar."),
  credentialId: z
    .int()
    .min(0)
    .nullable()
    .describe("Id of the credential for the external system: of a calendar, its connection."),
};

/** Clients of Cal.com v1 send that a reference is not deleted. */
const NotDeleted = z
  .union([z.literal(false), z.null()], { error: "must not be true: use DELETE to delete the reference" })
  .optional()
  .describe("Ignored. Use DELETE to delete a reference.");

/** Body of `POST /booking-references`. */
export const ReferenceCreate = z.strictObject({
  bookingId: WholeNumber.describe("Id of the booking that gets the reference."),
  type: editable.type,
  uid: editable.uid,
  meetingId: editable.meetingId.default(null),
  meetingPassword: editable.meetingPassword.default(null),
  meetingUrl: editable.meetingUrl.default(null),
  thirdPartyRecurringEventId: editable.thirdPartyRecurringEventId.default(null),
  externalCalendarId: editable.externalCalendarId.default(null),
  credentialId: editable.credentialId.default(null),
  deleted: NotDeleted,
});
export type ReferenceCreate = z.output<typeof ReferenceCreate>;

/** Body of `PATCH /booking-references/{id}`: any field except `bookingId`, at least one. */
export const ReferenceUpdate = updateSchema({ ...editable, deleted: NotDeleted }).transform(
  ({ deleted, ...changes }) => changes,
);
export type ReferenceUpdate = z.output<typeof ReferenceUpdate>;
