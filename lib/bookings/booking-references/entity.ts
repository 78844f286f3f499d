import * as z from "zod";
import { bookingChild, ChildFields, childItem, childLocator } from "#lib/bookings/children/booking-child.ts";
import { ReferenceSummary } from "#lib/bookings/schema.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { type PersonalData, REFERENCE_FIELDS } from "#lib/storage/table/personal.ts";

/** A reference as it is stored. */
export const StoredReference = ReferenceSummary.extend(ChildFields.shape);
export type StoredReference = z.output<typeof StoredReference>;

const personal: readonly PersonalData[] = [{ of: "user", id: "userId", fields: REFERENCE_FIELDS }];

export const ReferenceItem = entity({
  name: "reference",
  ...childItem("R"),
  schema: StoredReference,
  attributes: ["id", "userId", "bookingId", "deleted"],
  audit: { resource: "booking-reference", id: "{id}" },
  personal,
});

/** A reference that its host has deleted; system admins can read it for 30 days. */
export const RemovedReferenceItem = entity({
  name: "removed-reference",
  key: { pk: "H#{userId}", sk: "RD#{id:10}" },
  schema: StoredReference.extend({ ttl: z.int() }),
  attributes: ["id", "userId", "bookingId"],
  personal,
  accountClosing: "retained",
});

/** The locator of a reference; it has a `ttl` after the reference is deleted. */
export const ReferenceLocator = entity({
  name: "reference-locator",
  ...childLocator("R"),
  schema: z.object({ id: z.int(), userId: z.int(), ttl: z.int().optional() }),
});

/** The references of bookings that are not deleted. */
export const References = bookingChild({
  kind: "reference",
  resource: "Booking reference",
  entity: ReferenceItem,
  locator: ReferenceLocator,
  field: "references",
});
