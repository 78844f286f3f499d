import * as z from "zod";
import { StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { BookingReference, ReferenceId, ReferenceUpdate } from "#lib/bookings/booking-references/schema.ts";
import { updateReference } from "#lib/bookings/booking-references/writes.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Changes a reference. */
export const handler = writeEndpoint(
  {
    id: "booking-references.update",
    summary: "Update a booking reference",
    description: "Changes the fields that you send.",
    route: "PATCH /booking-references/{id}",
    scopes: ["WRITE_BOOKING"],
    input: { path: z.object({ id: ReferenceId }), body: ReferenceUpdate },
    result: StoredReference,
    response: z.object({ booking_reference: BookingReference }),
    failures: ["not_found", "forbidden", "limit_reached"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => updateReference(caller, path, body),
  (reference) => ({ booking_reference: reference }),
);
