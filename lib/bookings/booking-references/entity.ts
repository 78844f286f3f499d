import * as z from "zod";
import { BookingLink, ReferenceSummary } from "#lib/bookings/model.ts";
import { entity, Version } from "#lib/table/entity.ts";

/** A reference with what only the service needs. */
export const StoredReference = ReferenceSummary.extend({
  version: Version,
  userId: z.int(),
  bookingId: z.int(),
  booking: BookingLink,
  createdAt: z.string(),
});
export type StoredReference = z.output<typeof StoredReference>;

/** A reference, in the partition of the booking's host; in GSI1 for counting. */
export const ReferenceItem = entity({
  name: "reference",
  key: { pk: "H#{userId}", sk: "R#{id:10}" },
  indexes: { GSI1: { pk: "RH#{userId}", sk: "{id:10}" } },
  versioned: true,
  schema: StoredReference,
  audit: { resource: "booking-reference", id: "{id}" },
  personal: [{ of: "user", id: "userId", fields: { externalCalendarId: "null" } }],
  accountClosing: "kept",
});

/** A reference its host has deleted; system admins see it for 30 days more. */
export const RemovedReferenceItem = entity({
  name: "removed-reference",
  key: { pk: "H#{userId}", sk: "RD#{id:10}" },
  schema: StoredReference.extend({ ttl: z.int() }),
  personal: [{ of: "user", id: "userId", fields: { externalCalendarId: "null" } }],
  accountClosing: "kept",
});

/** Where a reference lies, for those who may see the references of others. */
export const ReferenceLocator = entity({
  name: "reference-locator",
  key: { pk: "RI#{id/1000}", sk: "{id:10}" },
  schema: z.object({ id: z.int(), userId: z.int(), ttl: z.int().optional() }),
  accountClosing: "kept",
});
