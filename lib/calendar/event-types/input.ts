import * as z from "zod";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { DEFAULT_LOCATION } from "./location.ts";
import { addedFields, editableFields } from "./schema.ts";

/** Body of a create: title and length are required; the slug is derived from the title if missing. */
export const EventTypeCreate = z.strictObject({
  ...editableFields,
  ...addedFields,
  slug: editableFields.slug.optional(),
  description: editableFields.description.default(null),
  lengths: editableFields.lengths.default([]),
  hidden: editableFields.hidden.default(false),
  locations: editableFields.locations.default([DEFAULT_LOCATION]),
  bookingFields: editableFields.bookingFields.default([]),
  requiresConfirmation: editableFields.requiresConfirmation.default(false),
  minimumBookingNotice: editableFields.minimumBookingNotice.default(0),
  beforeEventBuffer: editableFields.beforeEventBuffer.default(0),
  afterEventBuffer: editableFields.afterEventBuffer.default(0),
  seatsPerTimeSlot: editableFields.seatsPerTimeSlot.default(null),
  price: editableFields.price.default(0),
  currency: editableFields.currency.default("USD"),
  periodType: editableFields.periodType.default("UNLIMITED"),
  periodDays: editableFields.periodDays.default(null),
  teamId: editableFields.teamId.default(null),
  bookableBy: editableFields.bookableBy.default("owner"),
  sendEmails: editableFields.sendEmails.default(true),
  userId: z
    .int()
    .min(0)
    .optional()
    .describe("Owner; only system admins can send another user's id. The caller if missing."),
});
export type EventTypeCreate = z.output<typeof EventTypeCreate>;

/** Body of an update: at least one of the fields. */
export const EventTypeUpdate = updateSchema(editableFields);
export type EventTypeUpdate = z.output<typeof EventTypeUpdate>;
