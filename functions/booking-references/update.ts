import * as z from "zod";
import { BookingReference, ReferenceId, ReferenceUpdate } from "#lib/bookings/booking-references/schema.ts";
import { updateReference } from "#lib/bookings/booking-references/writes.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Changes a reference. */
export const handler = endpoint(
  {
    id: "booking-references.update",
    summary: "Update a booking reference",
    description: "Changes the fields that you send.",
    route: "PATCH /booking-references/{id}",
    scopes: ["WRITE_BOOKING"],
    path: z.object({ id: ReferenceId }),
    body: ReferenceUpdate,
    response: z.object({ booking_reference: BookingReference }),
    failures: ["not_found", "limit_reached"],
    permissions: ["table:GetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => updateReference(caller, path, body),
  (reference) => ({ booking_reference: reference }),
);
