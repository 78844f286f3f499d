import * as z from "zod";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { DEFAULT_LOCATION } from "./location.ts";
import { editable, later } from "./schema.ts";

/** Body of a create: title and length are needed; the slug follows from the title. */
export const EventTypeCreate = z.strictObject({
  ...editable,
  ...later,
  slug: editable.slug.optional(),
  description: editable.description.default(null),
  lengths: editable.lengths.default([]),
  hidden: editable.hidden.default(false),
  locations: editable.locations.default([DEFAULT_LOCATION]),
  bookingFields: editable.bookingFields.default([]),
  requiresConfirmation: editable.requiresConfirmation.default(false),
  minimumBookingNotice: editable.minimumBookingNotice.default(0),
  beforeEventBuffer: editable.beforeEventBuffer.default(0),
  afterEventBuffer: editable.afterEventBuffer.default(0),
  seatsPerTimeSlot: editable.seatsPerTimeSlot.default(null),
  price: editable.price.default(0),
  currency: editable.currency.default("USD"),
  periodType: editable.periodType.default("UNLIMITED"),
  periodDays: editable.periodDays.default(null),
  teamId: editable.teamId.default(null),
  bookableBy: editable.bookableBy.default("owner"),
  /** The host, when a system admin makes it for somebody. */
  userId: z
    .int()
    .min(0)
    .optional()
    .describe("Owner; only system admins can send another user's id. The caller if missing."),
});
export type EventTypeCreate = z.output<typeof EventTypeCreate>;

/** Body of an update: any of the fields, at least one. */
export const EventTypeUpdate = updateSchema(editable);
export type EventTypeUpdate = z.output<typeof EventTypeUpdate>;
